import {
  checkoutUrl,
  customerWith,
  type FoundCashier,
  type FoundTill,
  findTaken,
  giveShortCode,
  requireOpen,
  type TakenPayment,
} from '@guichet/core/serving';
import type { FastifyReply } from 'fastify';
import { renderLink } from '../checkout-page/parts/actions.ts';
import { renderStatus } from '../checkout-page/parts/status.ts';
import { html } from '../http/html.ts';
import { snapshotOf } from './ask.ts';
import { identify } from './identify.ts';
import { type CounterContext, pageOf, type ShiftRequest, sendScreen } from './request.ts';
import { isUsed, showEntry } from './show-home.ts';
import { isAskable, stateIn } from './state.ts';
import { type AskState, nothing_asked } from './views/ask.ts';
import { paymentScreen } from './views/payment.ts';

/** Shows one payment of the cashier's shift. */
export async function showPayment(
  ctx: CounterContext,
  request: ShiftRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const who = await identify(ctx, request, isUsed(request));
  const { till, cashier } = who;
  if (!till || !cashier) return showEntry(ctx, request, reply, who);
  const payment = await findTaken(ctx, cashier.actor, request.params.id);
  if (!payment) return showNoPayment(ctx, request, reply, { till, cashier });
  return showTaken(ctx, request, reply, { till, cashier, payment });
}

/** Shows a payment, perhaps with the form as it was submitted. */
export async function showTaken(
  ctx: CounterContext,
  request: ShiftRequest,
  reply: FastifyReply,
  {
    till,
    cashier,
    payment,
    ask = nothing_asked,
  }: {
    readonly till: FoundTill;
    readonly cashier: FoundCashier;
    readonly payment: TakenPayment;
    readonly ask?: AskState;
  },
): Promise<FastifyReply> {
  const [page, snapshot] = await Promise.all([
    pageOf(ctx, request, { till, cashier }),
    snapshotOf(ctx, payment),
  ]);
  const { token } = payment;
  const isOpen = isAskable(stateIn(snapshot, page.now));
  const screen = paymentScreen(page, {
    ...{ payment, snapshot, ask },
    checkout_url: checkoutUrl(ctx, token),
    short_code: isOpen ? await giveShortCode(ctx, customerWith(token), snapshot.session) : null,
  });
  return sendScreen(reply, page, screen, ask === nothing_asked ? 200 : 422);
}

/** Says that a payment is not one of the cashier's shift. @throws AppError `recovering` */
export async function showNoPayment(
  ctx: CounterContext,
  request: ShiftRequest,
  reply: FastifyReply,
  { till, cashier }: { readonly till: FoundTill; readonly cashier: FoundCashier },
): Promise<FastifyReply> {
  // A restored database may lack the payment: only once the service is open, its absence means something.
  await requireOpen(ctx.db);
  const page = await pageOf(ctx, request, { till, cashier });
  const { not_found, back } = page.texts;
  const screen = {
    title: not_found.title,
    look: 'status' as const,
    data: { state: 'not-found', events: null },
    main: html`${renderStatus('attention', 'calm', not_found)}${renderLink('/caisse', back)}`,
  };
  return sendScreen(reply, page, screen, 404);
}
