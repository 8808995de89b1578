/** The service's own blue, the default if the merchant has set no colour. */
export const defaultAccent = '#1d4ed8';

/** The accent colour of a page and the colours drawn on it, all as `#rrggbb`. */
export interface Accent {
  readonly color: string;
  /** Black or white, whichever is easier to read on `color`: at least 4.58:1 on any colour. */
  readonly text: string;
  /**
   * White if `text` is black, otherwise black. Mixing `color` with it gives shades on which `text` has even more
   * contrast.
   */
  readonly away: string;
}

const white = '#ffffff';
const black = '#000000';

/** The accent of a page. A colour that is missing or not `#RRGGBB` results in the default blue. */
export function accentOf(primaryColor: string | null): Accent {
  const color = primaryColor !== null && /^#[0-9a-f]{6}$/i.test(primaryColor) ? primaryColor : defaultAccent;
  const text = textOn(luminanceOfColor(color));
  return { color, text, away: text === white ? black : white };
}

/** Black or white, whichever contrasts more with a background of the given luminance. */
export function textOn(luminance: number): typeof white | typeof black {
  return contrastOf(luminance, 1) >= contrastOf(luminance, 0) ? white : black;
}

/** Contrast of two `#rrggbb` colours, from 1 to 21. */
export function contrastRatio(left: string, right: string): number {
  return contrastOf(luminanceOfColor(left), luminanceOfColor(right));
}

/** Contrast of two luminances, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(left: number, right: number): number {
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
}

/** Relative luminance of channels from 0 to 255: from 0 (black) to 1 (white) (WCAG 2.2, "relative luminance"). */
export function luminanceOf(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function luminanceOfColor(color: string): number {
  const channel = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return luminanceOf(channel(1), channel(3), channel(5));
}

const linears = Float64Array.from({ length: 256 }, (_, channel) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Linear value of a channel, from 0 to 1. */
function linear(channel: number): number {
  return linears[channel] ?? Number.NaN;
}
