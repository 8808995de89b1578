import { isUtf8 } from 'node:buffer';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies strictly: bytes that are not UTF-8 are refused instead of silently replaced (RFC 8259 section
 * 8.1), and keys that would change an object's prototype are refused.
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
      else done(null, value);
    });
  });
}
