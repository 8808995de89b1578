import type { PictureFacts } from './picture.ts';

/** `RIFF`, the length of the rest, and `WEBP`. */
const file_header_bytes = 12;
/** A chunk's name and length (RFC 9649 section 2.3). */
const chunk_header_bytes = 8;
/** The flag of an animation in `VP8X`. */
const animation = 0x02;

type Size = Pick<PictureFacts, 'width' | 'height'>;

/**
 * Reads a WebP that is one still picture from its first to its last byte.
 *
 * @returns undefined for anything else, also for an animated one, and for bytes after its end
 */
export function readWebp(bytes: Buffer): PictureFacts | undefined {
  const isWebp =
    bytes.length > file_header_bytes &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.readUInt32LE(4) === bytes.length - 8;
  const chunks = isWebp ? chunksIn(bytes) : undefined;
  if (!chunks) return undefined;
  if (chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF')) return undefined;
  const pictures = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const [picture] = pictures;
  if (!picture || pictures.length !== 1) return undefined;
  const size = picture.name === 'VP8L' ? readLossless(picture.body) : readLossy(picture.body);
  const [first] = chunks;
  if (!size || !first) return undefined;
  // In the extended form, a canvas comes first. That of a still picture has the picture's size.
  if (first.name === 'VP8X' && !isCanvasOf(first.body, size)) return undefined;
  return first.name === 'VP8X' || first === picture ? { media_type: 'image/webp', ...size } : undefined;
}

interface Chunk {
  readonly name: string;
  readonly body: Buffer;
}

function chunksIn(bytes: Buffer): readonly Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = file_header_bytes;
  while (at + chunk_header_bytes <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    const start = at + chunk_header_bytes;
    if (start + length > bytes.length) return undefined;
    chunks.push({ name: bytes.toString('latin1', at, at + 4), body: bytes.subarray(start, start + length) });
    // Chunks have an even number of bytes.
    at = start + length + (length % 2);
  }
  return at === bytes.length ? chunks : undefined;
}

/** Reads the size of a lossy picture: a key frame with its start code (RFC 6386 section 9.1). */
function readLossy(body: Buffer): Size | undefined {
  if (body.length < 10 || (body.readUInt8(0) & 1) !== 0 || body.readUIntBE(3, 3) !== 0x9d012a) {
    return undefined;
  }
  return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff };
}

/** Reads the size of a lossless picture: 14 bits each, less one (RFC 9649 section 3.4). */
function readLossless(body: Buffer): Size | undefined {
  if (body.length < 5 || body.readUInt8(0) !== 0x2f) return undefined;
  const bits = body.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

function isCanvasOf(body: Buffer, { width, height }: Size): boolean {
  if (body.length < 10 || (body.readUInt8(0) & animation) !== 0) return false;
  return body.readUIntLE(4, 3) + 1 === width && body.readUIntLE(7, 3) + 1 === height;
}
