import {
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  type ZlibOptions,
  zstdCompressSync,
} from 'node:zlib';

/** Deflated, no name, no time, made on Unix (RFC 1952 section 2.3). */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** For a few KB: clearing the usual sizes takes longer than deflating such a text. */
const small = { windowBits: 13, memLevel: 7, chunkSize: 8192 };
/** Ends deflated data on a whole byte, so that more can follow. */
const unended = { finishFlush: constants.Z_SYNC_FLUSH };
const unended_small = { ...small, ...unended };

/** By size and CPU time (decision 0014): the first is smallest, and the others need no more time. */
export const page_encodings = ['gzip', 'zstd', 'br'] as const;

/** Compresses a page in an encoding that the client accepts. @param fixed as for {@link gzipPage} */
export function compressPage(
  text: string,
  encoding: (typeof page_encodings)[number],
  fixed: readonly string[],
): Buffer {
  switch (encoding) {
    case 'gzip':
      return gzipPage(text, fixed);
    case 'zstd':
      return zstdCompressSync(text, zstd_options);
    case 'br':
      return brotliCompressSync(text, {
        params: { ...brotli_params, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
      });
  }
}

const zstd_options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const brotli_params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 };

/**
 * Compresses a page by gzip: one member of blocks that were deflated one by one. The fixed parts, which are three
 * quarters of a page, are deflated once for all pages, only the rest each time: less than half of the work for 60 bytes
 * more.
 *
 * The length of a page with a secret beside a stranger's text can reveal the secret (CVE-2013-3587). Ours cannot: only
 * those who know its token get a page, and forms sent from other sites are refused.
 *
 * @param fixed parts that other pages share, in their order in a page
 */
export function gzipPage(text: string, fixed: readonly string[]): Buffer {
  const blocks: Buffer[] = [gzipHead];
  const tail = { sum: 0, length: 0 };
  const add = ({ bytes, block }: Block): void => {
    blocks.push(block);
    tail.sum = crc32(bytes, tail.sum);
    tail.length += bytes.length;
  };
  let from = 0;
  for (const part of fixed) {
    const at = text.indexOf(part, from);
    if (at < 0) continue;
    if (at > from) add(deflate(text.slice(from, at), unended_small));
    add(deflateFixed(part));
    from = at + part.length;
  }
  add(from < text.length ? deflate(text.slice(from), small) : nothing);
  return Buffer.concat([...blocks, tailOf(tail)]);
}

/** Bytes of a page, and the same deflated. */
interface Block {
  readonly bytes: Buffer;
  readonly block: Buffer;
}

function deflate(text: string, options: ZlibOptions): Block {
  const bytes = Buffer.from(text);
  return { bytes, block: deflateRawSync(bytes, options) };
}

/** Ends the deflated data of a page whose last part is fixed. */
const nothing = deflate('', small);

function tailOf({ sum, length }: { readonly sum: number; readonly length: number }): Buffer {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(length, 4);
  return tail;
}

const deflated = new Map<string, Block>();

function deflateFixed(part: string): Block {
  const known = deflated.get(part);
  if (known) return known;
  const block = deflate(part, { level: 9, ...unended });
  deflated.set(part, block);
  return block;
}
