import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context } from '@guichet/core/context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allOperations } from '../api-v1/operations.ts';
import type { Limits } from '../http/limit-requests.ts';
import { allowEveryOrigin } from '../http/open-to-browsers.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { makeDocument } from '../openapi/make-document.ts';
import { renderPage } from './render-page.ts';
import { css } from './style.ts';

/** Short, so that a new version of the service is seen soon; after it the ETag saves the bytes. */
const cache_control = 'public, max-age=300';

/** An answer that never changes while the process lives. */
interface Fixed {
  readonly type: string;
  readonly text: string;
  readonly zipped: Buffer;
  readonly etag: string;
}

/** The reference for people at `/docs` and for programs at `/api/v1/openapi.json`: public, and made once, when first asked for. */
export function addDocsRoutes(ctx: Context, limits: Limits) {
  return async (app: FastifyInstance): Promise<void> => {
    const limit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
      limits.byAddress(request, reply);
    const addRefusals = refuseOtherMethods(app);
    const document = once(() => makeDocument(allOperations(ctx), { base_url: `${ctx.public_url}/api` }));
    const json = once(() => fix('application/json; charset=utf-8', JSON.stringify(document())));
    const page = once(() => fix('text/html; charset=utf-8', renderPage(document())));
    // Generators of clients and viewers in a browser read it from anywhere.
    app.get('/api/v1/openapi.json', { onRequest: [allowEveryOrigin, limit] }, async (request, reply) =>
      send(request, reply, json()),
    );
    app.get('/docs', { onRequest: limit }, async (request, reply) => {
      reply.headers(protections);
      return send(request, reply, page());
    });
    addRefusals();
  };
}

/** The page runs nothing, loads nothing, sends nothing and is framed by nobody; its one style is known by its hash. */
const protections = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    'img-src data:',
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function fix(type: string, text: string): Fixed {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { type, text, zipped: gzipSync(text, { level: 9 }), etag: `"${hash}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, fixed: Fixed): FastifyReply {
  const { type, text, zipped, etag } = fixed;
  reply.headers({ 'cache-control': cache_control, vary: 'accept-encoding', etag: `W/${etag}` });
  if (knows(request.headers['if-none-match'], etag)) return reply.status(304).send();
  reply.header('content-type', type);
  const takes_gzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:,|\s|$))/.test(
    request.headers['accept-encoding'] ?? '',
  );
  return takes_gzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(text);
}

/** RFC 9110 section 13.1.2: weak comparison, any of a list, or `*`. */
function knows(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
