import { isUtf8 } from 'node:buffer';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance } from 'fastify';

/** Far deeper than anything valid. RFC 8259 section 9 leaves the limit to us; without one, deep bodies exhaust the stack. */
const depth_max = 64;

/**
 * Reads JSON bodies strictly: bytes that are not UTF-8 are refused instead of silently replaced (RFC 8259 section
 * 8.1), and so are keys that would change an object's prototype, and what is nested more than 64 deep.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) {
      return done(new AppError('invalid_json', { message: 'The body is not valid UTF-8.' }), undefined);
    }
    return parse(request, body.toString('utf8'), (error, value) => {
      if (error) done(new AppError('invalid_json', { cause: error }), undefined);
      else if (isDeeper(value, depth_max))
        done(new AppError('invalid_json', { message: too_deep }), undefined);
      else done(null, value);
    });
  });
}

const too_deep = `The body is nested more than ${depth_max} deep.`;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((item) => isDeeper(item, depth - 1));
}
