import { isUtf8 } from 'node:buffer';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance } from 'fastify';
import { findRepeatedKey } from './find-repeated-key.ts';

/**
 * Far deeper than anything valid. RFC 8259 section 9 leaves the limit to us; without one, deep bodies exhaust the
 * stack.
 */
const depth_max = 64;

/**
 * Reads JSON bodies strictly: bytes that are not UTF-8 are refused instead of silently replaced (RFC 8259 section
 * 8.1), and so are keys that would change an object's prototype, repeated keys in an object, and nesting more than 64
 * deep.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) {
      return done(new AppError('invalid_json', { message: 'The body is not valid UTF-8.' }), undefined);
    }
    const text = body.toString('utf8');
    return parse(request, text, (error, value) => {
      if (error) return done(new AppError('invalid_json', { cause: error }), undefined);
      const wrong = isDeeper(value, depth_max) ? too_deep : repetitionIn(text);
      if (wrong === undefined) return done(null, value);
      return done(new AppError('invalid_json', { message: wrong }), undefined);
    });
  });
}

const too_deep = `The body is nested more than ${depth_max} deep.`;

/** Length at which a long key is cut in the error. */
const shown_length_max = 60;

/** The error message for a duplicate key in an object; undefined if there is none. */
function repetitionIn(text: string): string | undefined {
  const key = findRepeatedKey(text);
  if (key === undefined) return undefined;
  const shown = key.length > shown_length_max ? `${key.slice(0, shown_length_max)}…` : key;
  return `The body has the field ${JSON.stringify(shown.toWellFormed())} twice in one object.`;
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((item) => isDeeper(item, depth - 1));
}
