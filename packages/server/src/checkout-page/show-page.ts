import { hasExpired } from '@guichet/core/checkouts/find';
import { type CheckoutSight, lookAtCheckout } from '@guichet/core/checkouts/look-at';
import { returnUrl } from '@guichet/core/checkouts/return-url';
import type { Context } from '@guichet/core/context';
import type { FastifyReply } from 'fastify';
import { makeNonce, sendPage } from './answer.ts';
import { acceptedLanguage, pickedLanguage } from './language.ts';
import { linksOf } from './links.ts';
import type { View } from './page.ts';
import { renderPage } from './render.ts';
import type { TokenRequest } from './token-request.ts';
import { viewOf } from './view-of.ts';

/**
 * Shows a session's page.
 *
 * @param corrected the view to show instead, where a form was not right
 * @throws AppError `session_not_found`
 */
export async function showPage(
  ctx: Context,
  request: TokenRequest,
  reply: FastifyReply,
  corrected?: View,
): Promise<FastifyReply> {
  const { token } = request.params;
  const sight = await lookAtCheckout(ctx, token);
  const { session, payment, merchant } = sight;
  const picked = pickedLanguage(request.query.lang);
  const language = picked ?? acceptedLanguage(request.headers['accept-language']);
  const step = readStep(request.query.step);
  const now = ctx.clock.now();
  const view =
    corrected ??
    viewOf(sight, {
      step,
      otp_refused: request.query.otp === 'refused',
      now,
      return_href: payment.status === 'success' ? await returnUrl(ctx, payment) : payment.return_url,
    });
  const nonce = makeNonce();
  const html = renderPage({
    language,
    template: session.template ?? merchant.template,
    mode: session.mode,
    nonce,
    shop_name: merchant.name,
    primary_color: merchant.primary_color,
    description: payment.description,
    amount: sight.amount,
    expires_at: session.expires_at,
    links: linksOf(token, picked, { step, is_test: session.mode === 'test' }),
    view,
  });
  const status = corrected ? 422 : statusOf(sight, now);
  const leaves = [payment.cancel_url, view.kind === 'redirect' ? view.url : null];
  return sendPage(reply, { status, html, nonce, leaves });
}

/** Interface section "Checkout session": 410 once the 30 minutes have passed. A paid session stays good news. */
function statusOf({ session, payment }: CheckoutSight, now: Date): number {
  const isOver = session.status === 'expired' || hasExpired(session, now);
  return isOver && payment.status !== 'success' ? 410 : 200;
}

function readStep(text: unknown): 'choose' | 'confirm' | null {
  return text === 'choose' || text === 'confirm' ? text : null;
}
