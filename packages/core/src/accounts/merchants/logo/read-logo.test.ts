import { describe, expect, it } from 'vitest';
import { chunk, makePng, pictures } from '../../../../../../test-support/logos.ts';
import { logoProblem, readLogo } from './read-logo.ts';

const not_a_logo = 'must be a whole PNG, JPEG or WebP picture that does not move';
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');
const jpeg = bytesOf(pictures.jpeg);
const webp = bytesOf(pictures.webp);
const extended = bytesOf(pictures.webp_extended);

/** Inserts chunks before the pixels of a PNG. */
function withChunks(...added: readonly Buffer[]): Buffer {
  const png = bytesOf(pictures.png);
  const at = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, at), ...added, png.subarray(at)]);
}

/** Changes one byte of a copy. */
function patch(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}

/** Makes a WebP of chunks. */
function riff(...chunks: readonly Buffer[]): Buffer {
  const rest = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF....');
  head.writeUInt32LE(rest.length, 4);
  return Buffer.concat([head, rest]);
}

describe('a logo', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['webp_lossless', 'image/webp'],
    ['webp_extended', 'image/webp'],
  ] as const)('can be a %s as browsers write it', (kind, media_type) => {
    expect(logoProblem(pictures[kind])).toBeUndefined();
    expect(readLogo(pictures[kind])).toEqual({
      ...{ media_type, width: 24, height: 16 },
      picture: bytesOf(pictures[kind]),
    });
  });

  it.each([
    ['2,048 bytes', { bytes: 2048 }, undefined],
    ['2,049 bytes', { bytes: 2049 }, 'must have at most 2048 bytes'],
    ['256 KB', { bytes: 256 * 1024 }, 'must have at most 2048 bytes'],
    ['256 by 256 pixels', { width: 256, height: 256 }, undefined],
    ['257 pixels of width', { width: 257 }, 'must be at most 256 pixels wide and high'],
    ['257 pixels of height', { height: 257 }, 'must be at most 256 pixels wide and high'],
    ['no width', { width: 0 }, 'must be at most 256 pixels wide and high'],
    ['no height', { height: 0 }, 'must be at most 256 pixels wide and high'],
  ])('with %s is judged by its own bytes', (_, facts, sentence) => {
    expect(logoProblem(makePng(facts))?.sentence).toBe(sentence);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a NUL', Buffer.from([0])],
    ['text', Buffer.from('<script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a PNG without its end', bytesOf(pictures.png).subarray(0, -1)],
    ['a PNG with bytes after its end', Buffer.concat([bytesOf(pictures.png), Buffer.from('<script>')])],
    ['a PNG whose chunk has another checksum', patch(bytesOf(pictures.png), 40, 7)],
    ['a PNG that moves', withChunks(chunk('acTL', Buffer.alloc(8)))],
    ['a PNG with two headers', withChunks(chunk('IHDR', Buffer.alloc(13)))],
    ['a PNG with a longer header', patch(bytesOf(pictures.png), 11, 14)],
    ['a PNG with an ending in its middle', withChunks(chunk('IEND', Buffer.alloc(0)))],
    ['only the signature of a PNG', bytesOf(pictures.png).subarray(0, 8)],
    ['a JPEG without its end', jpeg.subarray(0, -2)],
    ['a JPEG with bytes after its end', Buffer.concat([jpeg, Buffer.from('PK\x03\x04')])],
    ['two JPEGs in one file', Buffer.concat([jpeg, jpeg])],
    ['a lossless JPEG', patch(jpeg, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1, 0xc3)],
    ['only the start of a JPEG', jpeg.subarray(0, 3)],
    ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a WebP with another length', patch(webp, 4, 0)],
    ['a WebP with bytes after its end', Buffer.concat([webp, Buffer.from('%PDF-1.7')])],
    ['a WebP that moves', patch(extended, 20, (extended[20] ?? 0) | 0x02)],
    ['a WebP with a frame', riff(Buffer.from('ANMF\x04\x00\x00\x00abcd', 'latin1'), webp.subarray(12))],
    ['a WebP with two pictures', riff(webp.subarray(12), webp.subarray(12))],
    ['a WebP with another canvas', patch(extended, 24, 200)],
    ['a WebP whose start code is another', patch(webp, 23, 0)],
    ['a WebP without a picture', riff(Buffer.from('EXIF\x00\x00\x00\x00', 'latin1'))],
    ['only the start of a WebP', webp.subarray(0, 14)],
    ['a WAV', riff(Buffer.from('fmt ')).fill('WAVE', 8, 12)],
  ])('cannot be %s', (_, bytes) => {
    expect(logoProblem(bytes.toString('base64'))?.sentence).toBe(not_a_logo);
  });

  it.each([
    ['no base64', '!!!!'],
    ['base64url', bytesOf(pictures.jpeg).toString('base64url')],
    ['a data URL', `data:image/png;base64,${pictures.png}`],
    ['base64 with a line break', `${pictures.png}\n`],
    ['half a surrogate', '\ud800'],
  ])('cannot be %s', (_, text) => {
    expect(logoProblem(text)?.sentence).toBe(not_a_logo);
    expect(() => readLogo(text)).toThrow('not checked');
  });

  it('is refused or read, whichever byte of it is changed', () => {
    for (const text of Object.values(pictures)) {
      const bytes = bytesOf(text);
      for (let at = 0; at < bytes.length; at++) {
        for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
          const { code } = logoProblem(patch(bytes, at, value).toString('base64')) ?? { code: 'none' };
          expect(['none', 'not_a_logo', 'picture_too_wide']).toContain(code);
        }
        expect(logoProblem(bytes.subarray(0, at).toString('base64'))?.code, `${at} bytes`).toBe('not_a_logo');
      }
    }
  });
});
