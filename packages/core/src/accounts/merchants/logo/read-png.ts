import { crc32 } from 'node:zlib';
import type { PictureFacts } from './picture.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A chunk's length, name and checksum (PNG section 5.3). */
const frame_bytes = 12;
const header_bytes = 13;

/**
 * Reads a PNG that is one still picture from its first to its last byte.
 *
 * @returns undefined for anything else, also for an animated one, for a wrong checksum, and for bytes after its end
 */
export function readPng(bytes: Buffer): PictureFacts | undefined {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined;
  const names: string[] = [];
  let header: Buffer | undefined;
  let at = signature.length;
  while (at + frame_bytes <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + frame_bytes + length;
    if (end > bytes.length) return undefined;
    const body = bytes.subarray(at + 4, end - 4);
    if (crc32(body) !== bytes.readUInt32BE(end - 4)) return undefined;
    const name = body.toString('latin1', 0, 4);
    if (name === 'IHDR') header = body.subarray(4);
    names.push(name);
    at = end;
    if (name === 'IEND') break;
  }
  const isStill = !names.some((name) => name === 'acTL' || name === 'fcTL' || name === 'fdAT');
  const isWhole = names[0] === 'IHDR' && names.includes('IDAT') && names.at(-1) === 'IEND';
  const isOnce = names.lastIndexOf('IHDR') === 0;
  if (!isStill || !isWhole || !isOnce || at !== bytes.length || header?.length !== header_bytes) {
    return undefined;
  }
  return { media_type: 'image/png', width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
}
