import { encode } from 'uqr';
import { drawModules, quietZone } from '../../checkout-page/parts/qr.ts';
import { type Html, html } from '../../http/html.ts';
import { drawPng } from '../../receipts/qr-png.ts';

/** The smallest width of a PNG: sharp on a poster. */
const png_width_min = 1000;

/** Level M or better: print fades, and posters get scratched. */
function encodeQr(text: string): readonly (readonly boolean[])[] {
  return encode(text, { border: 0, ecc: 'M', boostEcc: true }).data;
}

/** Draws a QR code as a PNG file. */
export function makeQrPng(text: string): Buffer {
  const data = encodeQr(text);
  return drawPng(data, Math.ceil(png_width_min / (data.length + 2 * quietZone)));
}

/** Draws a QR code as an SVG element, black on white. */
export function drawQrSvg(text: string, label: string): Html {
  const data = encodeQr(text);
  const start = -quietZone;
  const side = data.length + 2 * quietZone;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${start} ${start} ${side} ${side}" width="${png_width_min}" height="${png_width_min}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M${start} ${start}h${side}v${side}H${start}"/><path stroke="#000" d="${drawModules(data)}"/></svg>`;
}
