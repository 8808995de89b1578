import type { Context } from '@guichet/core/platform';
import { findByShortCode } from '@guichet/core/serving';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeNonce, sendPage } from './answer.ts';
import { acceptedLanguage, pickedLanguage } from './language.ts';
import { address } from './links.ts';
import { textFields } from './read-form.ts';
import { renderEntryPage } from './render.ts';

/** More than anyone types for a code of nine characters; longer input is truncated when shown again. */
const shown_length_max = 40;

type EntryRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** Shows the page on which a customer enters the code from another screen. */
export function showEntry(request: EntryRequest, reply: FastifyReply): FastifyReply {
  return sendEntry(request, reply, { code: '', is_wrong: false });
}

/**
 * Redirects to the session's page, or shows the form again. The code is sent only in the body, because browsers
 * keep URLs in their history.
 */
export async function takeCode(
  ctx: Context,
  request: EntryRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const text = textFields(request.body).code ?? '';
  const token = await findByShortCode(
    ctx,
    { kind: 'visitor', address: request.ip, request_id: request.id },
    text,
  );
  if (token === undefined) {
    return sendEntry(request, reply, { code: text.slice(0, shown_length_max), is_wrong: true });
  }
  const lang = pickedLanguage(request.query.lang);
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  return reply.redirect(address(`/pay/${token}`, { lang }), 303);
}

function sendEntry(
  request: EntryRequest,
  reply: FastifyReply,
  { code, is_wrong }: { code: string; is_wrong: boolean },
): FastifyReply {
  const nonce = makeNonce();
  const lang = pickedLanguage(request.query.lang);
  const parts = renderEntryPage({
    language: lang ?? acceptedLanguage(request.headers['accept-language']),
    nonce,
    code,
    is_wrong,
    action: address('/pay', { lang }),
  });
  return sendPage(reply, { status: is_wrong ? 422 : 200, parts, nonce });
}
