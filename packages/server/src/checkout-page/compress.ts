import {
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  type ZlibOptions,
  zstdCompressSync,
} from 'node:zlib';

/** Header of a gzip member: deflate, no name, no time, Unix (RFC 1952 section 2.3). */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** Ends deflated data on a whole byte, so that more can follow. */
const unended = { finishFlush: constants.Z_SYNC_FLUSH };
/** The farthest that deflated data can refer back to (RFC 1951 section 2). */
const window_bytes = 32 * 1024;
/** Buffer sizes for texts of a few KB: clearing the default buffers takes longer than deflating so short a text. */
const small = { windowBits: 15, memLevel: 8, chunkSize: 8192, ...unended };

/**
 * Best first, by size and CPU time (decision 0014): with gzip, the fixed parts of a page are compressed only once.
 */
export const page_encodings = ['gzip', 'zstd', 'br'] as const;

/** A part that many pages share: its bytes and its deflated block are made once. */
export interface FixedPart {
  readonly text: string;
  readonly block: () => Block;
}

/** A page in parts: its own text, and fixed parts. */
export type PageParts = readonly (string | FixedPart)[];

/** Makes a part that is the same in many pages. */
export function fix(text: string): FixedPart {
  let made: Block | undefined;
  return {
    text,
    block: () => {
      made ??= deflate(Buffer.from(text), { level: 9, ...unended });
      return made;
    },
  };
}

/** The whole text of a page. */
export function textOf(parts: PageParts): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** The bytes of a page in an encoding that the client accepts. @param encoding null for none */
export function encodePage(parts: PageParts, encoding: (typeof page_encodings)[number] | null): Buffer {
  switch (encoding) {
    case null:
      // Turning a page's text into bytes costs as much as rendering it.
      return Buffer.concat(
        parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part.block().bytes)),
      );
    case 'gzip':
      return gzipPage(parts);
    case 'zstd':
      return zstdCompressSync(textOf(parts), zstd_options);
    case 'br': {
      const text = textOf(parts);
      return brotliCompressSync(text, {
        params: { ...brotli_params, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
      });
    }
  }
}

/** High enough for the longest page with the largest logo. Hardly any client accepts these and not gzip. */
const zstd_options = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 9,
    // A search that levels up to 15 do not make, and level 16 makes four times as long.
    [constants.ZSTD_c_strategy]: constants.ZSTD_btopt,
    [constants.ZSTD_c_searchLog]: 5,
    [constants.ZSTD_c_targetLength]: 64,
    [constants.ZSTD_c_minMatch]: 3,
    [constants.ZSTD_c_windowLog]: 16,
    [constants.ZSTD_c_hashLog]: 15,
    [constants.ZSTD_c_chainLog]: 15,
  },
};
const brotli_params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 };

/**
 * Compresses a page with gzip: one member of separately deflated blocks. The fixed parts, three quarters of a
 * page, are deflated once for all pages, and only the rest for each page: less than half the work for 60 more
 * bytes.
 *
 * The compressed length of a page that contains a secret next to an attacker's text can reveal the secret
 * (CVE-2013-3587). Ours cannot: a page requires its token, and forms sent from other sites are refused.
 */
export function gzipPage(parts: PageParts): Buffer {
  const blocks: Buffer[] = [gzipHead];
  const tail = { sum: 0, length: 0 };
  let before: Buffer = Buffer.alloc(0);
  for (const part of parts) {
    const { bytes, block } = typeof part === 'string' ? deflateOwn(part, before) : part.block();
    before = Buffer.concat([before, bytes]).subarray(-window_bytes);
    blocks.push(block);
    tail.sum = crc32(bytes, tail.sum);
    tail.length += bytes.length;
  }
  return Buffer.concat([...blocks, end_block, tailOf(tail)]);
}

/** The bytes of a part, plain and deflated. */
interface Block {
  readonly bytes: Buffer;
  readonly block: Buffer;
}

/**
 * Up to this length, deflating a text saves hardly anything, and starting the compressor takes longer than
 * everything else.
 */
const stored_bytes_max = 128;

/**
 * Deflates a text that differs from page to page. It may repeat what comes before it, such as the style's names,
 * which saves 200 bytes.
 */
function deflateOwn(text: string, before: Buffer): Block {
  const bytes = Buffer.from(text);
  if (bytes.length <= stored_bytes_max) return { bytes, block: store(bytes) };
  return deflate(bytes, { ...small, ...(before.length > 0 && { dictionary: before }) });
}

function deflate(bytes: Buffer, options: ZlibOptions): Block {
  return { bytes, block: deflateRawSync(bytes, options) };
}

/** Wraps bytes, uncompressed, in their own block (RFC 1951 section 3.2.4). */
function store(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/** The last block of a member, without data. */
const end_block = deflateRawSync('');

function tailOf({ sum, length }: { readonly sum: number; readonly length: number }): Buffer {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(length, 4);
  return tail;
}
