/** The flag in `VP8X` of a WebP with a colour profile (RFC 9649 section 2.7.1). */
const has_profile = 0x20;
/** A chunk's name and length. */
const chunk_header_bytes = 8;
/** `RIFF`, a length, `WEBP`, and the header of the first chunk: the flags of `VP8X` follow. */
const flags_at = 20;
const jpeg_profile = 0xe2;
const jpeg_scan = 0xda;

/**
 * Removes the colour profile that browsers write into a WebP or JPEG. A canvas has the colours that every picture
 * without a profile has, and the profile can be a quarter of a logo.
 */
export function dropProfile(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (nameAt(bytes, 0) === 'RIFF' && nameAt(bytes, 12) === 'VP8X') return dropFromWebp(bytes);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? dropFromJpeg(bytes) : bytes;
}

function dropFromWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes;
  const view = new DataView(buffer, byteOffset, length);
  const kept = [bytes.subarray(0, 12)];
  let at = 12;
  while (at + chunk_header_bytes <= length) {
    const rest = view.getUint32(at + 4, true);
    const end = at + chunk_header_bytes + rest + (rest % 2);
    if (nameAt(bytes, at) !== 'ICCP') kept.push(bytes.subarray(at, end));
    at = end;
  }
  const result = join(kept);
  new DataView(result.buffer).setUint32(4, result.length - chunk_header_bytes, true);
  result[flags_at] = (result[flags_at] ?? 0) & ~has_profile;
  return result;
}

function dropFromJpeg(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at + 1] !== jpeg_scan) {
    const end = at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
    if (bytes[at + 1] !== jpeg_profile) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return join([...kept, bytes.subarray(at)]);
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
