import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const allowed_headers = 'content-type, idempotency-key, last-event-id';
const exposed_headers = 'x-request-id, retry-after, ratelimit, ratelimit-policy, idempotent-replayed';
/** Time for which browsers cache a preflight (Chromium's maximum). */
const preflight_max_age_s = 7_200;

/**
 * Lets pages of any origin read a response (Fetch standard section 3.2, CORS). Only for paths whose token is the only
 * credential: cookies and keys are ignored there.
 */
export async function allowEveryOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', exposed_headers);
}

/** Adds the responses to CORS preflight requests. */
export function answerPreflights(app: FastifyInstance, urls: ReadonlyMap<string, readonly string[]>): void {
  for (const [url, methods] of urls) {
    app.route({
      method: 'OPTIONS',
      url,
      onRequest: allowEveryOrigin,
      handler: async (_request, reply) =>
        reply
          .status(204)
          .header('access-control-allow-methods', methods.join(', '))
          .header('access-control-allow-headers', allowed_headers)
          .header('access-control-max-age', String(preflight_max_age_s))
          .send(),
    });
  }
}
