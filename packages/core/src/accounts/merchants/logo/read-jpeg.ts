import type { PictureFacts } from './picture.ts';

const start_of_image = 0xd8;
const end_of_image = 0xd9;
const start_of_scan = 0xda;
/** Baseline, extended and progressive with Huffman codes: what browsers draw (ITU-T T.81 table B.1). */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Other frames: lossless, hierarchical and arithmetic ones. */
const foreign_frames: ReadonlySet<number> = new Set([
  ...[0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf],
]);

/**
 * Reads a JPEG that is one picture from its first to its last byte.
 *
 * @returns undefined for anything else, also for bytes after its end
 */
export function readJpeg(bytes: Buffer): PictureFacts | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== start_of_image) return undefined;
  let facts: PictureFacts | undefined;
  let isDrawn = false;
  let at = 2;
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === end_of_image) return isDrawn && at + 2 === bytes.length ? facts : undefined;
    if (at + 4 > bytes.length) return undefined;
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length || foreign_frames.has(marker)) return undefined;
    if (frames.has(marker)) {
      if (facts || length < 8) return undefined;
      facts = {
        media_type: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
    }
    if (marker === start_of_scan) isDrawn = true;
    at = marker === start_of_scan ? skipScan(bytes, end) : end;
  }
  return undefined;
}

/** Returns the position of the marker that ends a scan. Within it, FF is followed by 00 or by a restart marker. */
function skipScan(bytes: Buffer, from: number): number {
  let at = from;
  while (at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    const isMarker = bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7);
    if (isMarker) return at;
    at++;
  }
  return bytes.length;
}
