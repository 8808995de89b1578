/** The service's own blue, used where the merchant set no colour (page-wide default). */
export const defaultAccent = '#1d4ed8';

/** The one accent of a page, and what is drawn on it. All are `#rrggbb`. */
export interface Accent {
  readonly color: string;
  /** Black or white, whichever is easier to read on `color`: at least 4.58:1 on any colour there is. */
  readonly text: string;
  /** The other of the two. Mixing `color` with it makes shades on which `text` reads even better. */
  readonly away: string;
}

/** The accent of a page. A colour that is missing or not `#RRGGBB` gives the default blue. */
export function accentOf(primaryColor: string | null): Accent {
  const color = primaryColor !== null && /^#[0-9a-f]{6}$/i.test(primaryColor) ? primaryColor : defaultAccent;
  const white = contrastRatio(color, '#ffffff');
  const black = contrastRatio(color, '#000000');
  return white >= black
    ? { color, text: '#ffffff', away: '#000000' }
    : { color, text: '#000000', away: '#ffffff' };
}

/** Contrast of two `#rrggbb` colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(left: string, right: string): number {
  const [lighter = 0, darker = 0] = [relativeLuminance(left), relativeLuminance(right)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance of a `#rrggbb` colour, from 0 (black) to 1 (white) (WCAG 2.2, "relative luminance"). */
function relativeLuminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
