import { TextDecoder } from 'node:util';
import { UnreadableFile, wrong } from './findings.ts';

/**
 * Decodes bytes to text as they arrive: UTF-8 with or without a byte order mark, UTF-16 in either byte order with
 * one (encoding.spec.whatwg.org, "BOM sniff").
 *
 * @throws UnreadableFile for anything else, such as the old code pages of spreadsheets
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let head: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (decoder) {
      yield decode(decoder, chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < 3) continue;
    decoder = decoderOf(head);
    yield decode(decoder, head);
  }
  if (decoder) yield decode(decoder);
  else yield decode(decoderOf(head), head, false);
}

/** Picks the decoder, which removes the byte order mark itself. */
function decoderOf([first, second]: Uint8Array): TextDecoder {
  const is_utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
  const label = is_utf16 ?? (first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8');
  return new TextDecoder(label, { fatal: true });
}

/** @param chunk omit it at the end of the file, where an incomplete character is an error */
function decode(decoder: TextDecoder, chunk?: Uint8Array, stream = chunk !== undefined): string {
  let text: string;
  try {
    text = decoder.decode(chunk, { stream });
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new UnreadableFile(wrong('not_text', {}));
  }
  // UTF-16 without a byte order mark, or not text at all.
  if (text.includes('\u0000')) throw new UnreadableFile(wrong('not_text', {}));
  return text;
}
