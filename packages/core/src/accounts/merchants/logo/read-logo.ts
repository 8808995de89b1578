import { type Problem, problem } from '@guichet/kernel/problem';
import { type Logo, logo_limits } from './picture.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readWebp } from './read-webp.ts';

const { bytes_max, side_max } = logo_limits;
/** In base64, four characters stand for three bytes. */
const text_length_max = Math.ceil(bytes_max / 3) * 4;

/**
 * Checks a logo by its own bytes, whatever its sender calls it: a still PNG, JPEG or WebP. It is neither decoded nor
 * drawn here. SVG is refused, because it is a document rather than a picture.
 *
 * @param text the picture in base64
 */
export function logoProblem(text: string): Problem | undefined {
  const read = readPicture(text);
  return 'media_type' in read ? undefined : read;
}

/** Reads a logo that {@link logoProblem} has accepted. @throws Error for any other text: that is a bug */
export function readLogo(text: string): Logo {
  const read = readPicture(text);
  if ('media_type' in read) return read;
  throw new Error(`a logo that was not checked ${read.sentence}`);
}

function readPicture(text: string): Logo | Problem {
  const picture = text.length > text_length_max ? undefined : Buffer.from(text, 'base64');
  if (!picture || picture.length > bytes_max) {
    return problem('picture_too_heavy', `must have at most ${bytes_max} bytes`, { max: bytes_max });
  }
  const facts = readPng(picture) ?? readJpeg(picture) ?? readWebp(picture);
  if (!facts || picture.toString('base64') !== text) {
    return problem('not_a_logo', 'must be a whole PNG, JPEG or WebP picture that does not move');
  }
  const { width, height } = facts;
  if (width < 1 || height < 1 || width > side_max || height > side_max) {
    const sentence = `must be at most ${side_max} pixels wide and high`;
    return problem('picture_too_wide', sentence, { max: side_max });
  }
  return { ...facts, picture };
}
