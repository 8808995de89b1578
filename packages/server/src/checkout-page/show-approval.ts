import type { Context } from '@guichet/core/platform';
import { customerWith, getCheckoutSnapshot } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyReply } from 'fastify';
import { makeNonce, sendPage } from './answer.ts';
import { acceptedLanguage, pickedLanguage } from './language.ts';
import { address } from './links.ts';
import { back, type TokenRequest } from './token-request.ts';
import { renderSandboxApproval } from './views/sandbox-approval.ts';

/**
 * Shows the sandbox operator's own page, on which a customer of the redirect scenario approves or refuses. Test
 * mode only.
 *
 * @throws AppError `session_not_found`, `not_found` in live mode
 */
export async function showApproval(
  ctx: Context,
  request: TokenRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params;
  const { session, payment, merchant, amount, attempt } = await getCheckoutSnapshot(ctx, customerWith(token));
  if (session.mode !== 'test') throw new AppError('not_found');
  const lang = pickedLanguage(request.query.lang);
  if (payment.status !== 'processing' || !attempt) {
    return back(request, reply);
  }
  const nonce = makeNonce();
  const html = renderSandboxApproval({
    language: lang ?? acceptedLanguage(request.headers['accept-language']),
    nonce,
    shop_name: merchant.name,
    total: { ...amount, amount_minor: attempt.charged_minor },
    action: address(`/pay/${token}/sandbox`, { lang }),
  });
  return sendPage(reply, { status: 200, parts: [html], nonce, is_play: true });
}
