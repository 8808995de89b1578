import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { quietZone } from '../checkout-page/parts/qr.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** One bit a pixel, greyscale: 1 is white (PNG section 11.2.1). */
const format = Buffer.from([1, 0, 0, 0, 0]);

/**
 * Draws a QR code as a PNG with one pixel a module, as a `data:` URL. For a long text it is a quarter of the size of
 * a drawing of paths.
 */
export function qrPng(text: string): string {
  // The lowest correction level: paper and screens damage little, and larger modules are easier to scan.
  const { data } = encode(text, { border: 0, ecc: 'L' });
  return `data:image/png;base64,${drawPng(data, 1).toString('base64')}`;
}

/** Draws the modules of a QR code as a PNG, with its quiet zone. @param scale pixels a module */
export function drawPng(data: readonly (readonly boolean[])[], scale: number): Buffer {
  const side = (data.length + 2 * quietZone) * scale;
  const bytes_per_row = 1 + Math.ceil(side / 8);
  const pixels = Buffer.alloc(bytes_per_row * side, 0xff);
  for (let y = 0; y < side; y++) {
    pixels[y * bytes_per_row] = 0;
    const row = data[Math.floor(y / scale) - quietZone] ?? [];
    for (let x = quietZone * scale; x < side - quietZone * scale; x++) {
      const at = y * bytes_per_row + 1 + (x >> 3);
      const isDark = row[Math.floor(x / scale) - quietZone];
      if (isDark) pixels[at] = (pixels[at] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(8);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([header, format])),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
