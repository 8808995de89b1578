import type { AppError } from '@guichet/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logError } from '../http/make-app.ts';
import { toAppError } from '../http/to-app-error.ts';
import { makeNonce, sendPage } from './answer.ts';
import { acceptedLanguage, pickedLanguage } from './language.ts';
import { address } from './links.ts';
import type { BarePage } from './page.ts';
import { renderBarePage } from './render.ts';

type PageRequest = FastifyRequest<{
  Params: { token?: string };
  Querystring: Record<string, unknown>;
}>;

/**
 * Responds to any error on the hosted page with a page that says what happened and how to continue.
 *
 * @param path of the page to load again; the session's page when omitted
 */
export function answerWithPage(
  error: unknown,
  request: PageRequest,
  reply: FastifyReply,
  path?: string,
): FastifyReply {
  const known = toAppError(error);
  logError(known, request);
  const { retry_after_s } = known;
  if (retry_after_s !== null) reply.header('retry-after', String(Math.ceil(retry_after_s)));
  const nonce = makeNonce();
  const lang = pickedLanguage(request.query.lang);
  const { token } = request.params;
  const session_path = token === undefined ? '/pay' : `/pay/${encodeURIComponent(token)}`;
  const parts = renderBarePage({
    language: lang ?? acceptedLanguage(request.headers['accept-language']),
    nonce,
    kind: kindOf(known),
    // If a form was refused, the page itself shows the current state.
    reload_href: address(path ?? session_path, { lang }),
  });
  return sendPage(reply, { status: known.status, parts, nonce });
}

function kindOf({ code, status }: AppError): BarePage['kind'] {
  if (code === 'session_not_found' || code === 'not_found') return 'session_unknown';
  if (code === 'rate_limited' || code === 'recovering') return code;
  return status < 500 ? 'refused' : 'error';
}
