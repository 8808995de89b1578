import type { Context } from '@guichet/core/platform';
import { customerWith, getCheckoutSnapshot, makeAwaitAcknowledged, returnUrl } from '@guichet/core/serving';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { makeRequestSignals } from '../http/request-signals.ts';
import { rememberLeft } from './stay-here.ts';
import { back, type TokenRequest } from './token-request.ts';

/**
 * Makes the handler that returns a customer to the merchant. A customer who has paid waits until the merchant has
 * acknowledged the event, for at most 10 s after paying, so that the merchant's page does not show the payment as
 * unpaid, and is then redirected to the signed return URL. A customer who has not paid is redirected to the hosted
 * page. The wait also ends when the customer disconnects, or when the service stops; in the latter case the
 * customer is redirected immediately.
 */
export function makeLeave(app: FastifyInstance, ctx: Context) {
  const awaitAcknowledged = makeAwaitAcknowledged(ctx);
  const signalOf = makeRequestSignals(app);
  return async (request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // The destination is as secret as the token, and has to be signed again each time.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const { payment } = await getCheckoutSnapshot(ctx, customerWith(request.params.token));
    if (payment.status !== 'success') return back(request, reply);
    rememberLeft(request, reply, ctx.public_url);
    await awaitAcknowledged(payment, signalOf(reply));
    return reply.redirect(await returnUrl(ctx, payment), 303);
  };
}
