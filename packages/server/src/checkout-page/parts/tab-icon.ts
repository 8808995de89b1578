import { type Html, html } from '../../http/html.ts';
import type { Accent } from '../accent.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The icon in the browser's tab: the merchant's initial on its colour, drawn within the page. */
export function renderTabIcon(shop_name: string, { color, text }: Accent): Html {
  const [first] = segmenter.segment(shop_name.trim());
  const letter = html`${first?.segment.toUpperCase()}`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/><text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="${text}">${letter}</text></svg>`;
  return html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(drawing)}">`;
}
