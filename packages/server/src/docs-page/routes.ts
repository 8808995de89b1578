import type { Context } from '@guichet/core/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '../http/limit-requests.ts';
import { allowEveryOrigin } from '../http/open-to-browsers.ts';
import { pickEncoding } from '../http/pick-encoding.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import type { Fixed, Reference } from './make-reference.ts';

/**
 * Short, so that clients soon notice a new version of the service; after that time, the ETag avoids sending an
 * unchanged response again.
 */
const cache_control = 'public, max-age=300';

/**
 * Adds the reference for people at `/docs` and for programs at `/api/v1/openapi.json`. Both are public, and created
 * once, on the first request.
 */
export function addDocsRoutes(ctx: Context, limits: Limits) {
  return async (app: FastifyInstance): Promise<void> => {
    const limit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
      limits.byAddress(request, reply);
    const addRefusals = refuseOtherMethods(app);
    let reference: Promise<Reference> | undefined;
    // Loaded on first use: most processes never need it.
    const read = (): Promise<Reference> => {
      reference ??= import('./make-reference.ts').then(({ makeReference }) => makeReference(ctx));
      return reference;
    };
    // Client generators and viewers that run in a browser read the document from any origin.
    app.get('/api/v1/openapi.json', { onRequest: [allowEveryOrigin, limit] }, async (request, reply) =>
      send(request, reply, (await read()).json),
    );
    app.get('/docs', { onRequest: limit }, async (request, reply) => {
      const { page, protections } = await read();
      reply.headers(protections);
      return send(request, reply, page);
    });
    addRefusals();
  };
}

function send(request: FastifyRequest, reply: FastifyReply, fixed: Fixed): FastifyReply {
  const { type, text, zipped, etag } = fixed;
  reply.headers({ 'cache-control': cache_control, vary: 'accept-encoding', etag: `W/${etag}` });
  if (knows(request.headers['if-none-match'], etag)) return reply.status(304).send();
  reply.header('content-type', type);
  const takes_gzip = pickEncoding(request.headers['accept-encoding'], ['gzip']) !== null;
  return takes_gzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(text);
}

/** RFC 9110 section 13.1.2: weak comparison with any tag in a list, or `*`. */
function knows(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
