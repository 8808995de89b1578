import type { FastifyReply, FastifyRequest } from 'fastify';
import { pickedLanguage } from './language.ts';
import { address } from './links.ts';

/** A request to a page of one session. */
export type TokenRequest = FastifyRequest<{
  Params: { token: string };
  Querystring: Record<string, unknown>;
}>;

/**
 * Redirects (303) to the session's page (RFC 9110 section 15.4.4), keeping the language that the visitor picked.
 */
export function back(
  request: TokenRequest,
  reply: FastifyReply,
  parameters: Readonly<Record<string, string>> = {},
): FastifyReply {
  const lang = pickedLanguage(request.query.lang);
  return reply.redirect(
    address(`/pay/${encodeURIComponent(request.params.token)}`, { ...parameters, lang }),
    303,
  );
}
