import {
  cancelCheckout,
  closeOwnShift,
  counter_languages,
  customerWith,
  findTaken,
  listNames,
  lockShift,
  pairTill,
  setTillLanguage,
  signIn,
} from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyReply } from 'fastify';
import { textFields } from '../checkout-page/read-form.ts';
import type { Limits } from '../http/limit-requests.ts';
import { askCustomer, snapshotOf } from './ask.ts';
import { readToken, writeToken } from './cookies.ts';
import { identify, visitorOf } from './identify.ts';
import { type CounterContext, pageOf, type ShiftRequest, sendScreen } from './request.ts';
import { makeFormText, showEntry, showKeypad } from './show-home.ts';
import { showNoPayment, showTaken } from './show-payment.ts';
import { pairScreen } from './views/pair.ts';
import { signInScreen } from './views/sign-in.ts';

type Taken = Promise<FastifyReply>;

/** The lengths of the random text of a copy of the keypad. A shorter one could be the same in two forms. */
const form_lengths = { min: 16, max: 64 } as const;
/** Longer than anything that is accepted: no more is shown again. */
const shown_length_max = 80;

/** Handles the code that pairs the device. */
export async function takePairing(ctx: CounterContext, request: ShiftRequest, reply: FastifyReply): Taken {
  const { code = '' } = textFields(request.body);
  const token = await pairTill(ctx, visitorOf(request), code);
  if (token !== undefined) {
    writeToken(reply, 'till', token, ctx.public_url);
    writeToken(reply, 'cashier', null, ctx.public_url);
    return home(reply);
  }
  const page = await pageOf(ctx, request, { till: undefined, cashier: undefined });
  const state = { code: code.slice(0, 20), is_wrong: true, was_disconnected: false };
  return sendScreen(reply, page, pairScreen(page, state), 422);
}

/** Handles the PIN of a cashier. */
export async function takeSignIn(ctx: CounterContext, request: ShiftRequest, reply: FastifyReply): Taken {
  const who = await identify(ctx, request);
  if (!who.till) return showEntry(ctx, request, reply, who);
  const { cashier = '', pin = '', closes } = textFields(request.body);
  const { actor } = who.till;
  const result = await signIn(ctx, actor, { cashier_id: cashier, pin, closes });
  if (result.kind === 'signed_in') {
    writeToken(reply, 'cashier', result.token, ctx.public_url);
    // The device's own cookie would end a year after it was paired.
    writeToken(reply, 'till', readToken(request, 'till') ?? null, ctx.public_url);
    return home(reply);
  }
  const page = await pageOf(ctx, request, { till: who.till, cashier: undefined });
  const names = await listNames(ctx, actor);
  const screen = signInScreen(page, names, { chosen: cashier, refused: result });
  if (result.kind === 'pause') reply.header('retry-after', String(result.wait_s));
  return sendScreen(reply, page, screen, result.kind === 'other_shift' ? 409 : 422);
}

/** Handles the choice of the till's language. */
export async function takeLanguage(ctx: CounterContext, request: ShiftRequest, reply: FastifyReply): Taken {
  const { till } = await identify(ctx, request);
  const { language } = textFields(request.body);
  const known = counter_languages.find((one) => one === language);
  if (till && known) await setTillLanguage(ctx, till.actor, known);
  return home(reply);
}

/** Handles the button that locks the till. */
export async function takeLock(ctx: CounterContext, request: ShiftRequest, reply: FastifyReply): Taken {
  const { cashier } = await identify(ctx, request);
  if (cashier) await lockShift(ctx, cashier.actor);
  writeToken(reply, 'cashier', null, ctx.public_url);
  return home(reply);
}

/** Handles the keypad: creates a payment, and leads to its page. */
export async function takePayment(ctx: CounterContext, request: ShiftRequest, reply: FastifyReply): Taken {
  const who = await identify(ctx, request);
  const { till, cashier } = who;
  if (!till || !cashier) return showEntry(ctx, request, reply, who);
  const { form = '', amount = '', note = '' } = textFields(request.body);
  const own = form.length < form_lengths.min ? makeFormText() : form.slice(0, form_lengths.max);
  const taking = await ctx.take(cashier.actor, till.till.currency, { form: own, amount, note });
  if (taking.kind === 'taken') return toPayment(reply, taking.payment_id);
  const shown = { amount: amount.slice(0, shown_length_max), note: note.slice(0, shown_length_max) };
  const state = { form: own, ...shown, problem: taking.amount };
  return showKeypad(ctx, request, reply, { till, cashier }, state);
}

/** Makes the handler of the customer's number: asks their phone for the money. */
export function takeAsk(limits: Limits) {
  return async (ctx: CounterContext, request: ShiftRequest, reply: FastifyReply): Taken => {
    const who = await identify(ctx, request);
    const { till, cashier } = who;
    if (!till || !cashier) return showEntry(ctx, request, reply, who);
    const payment = await findTaken(ctx, cashier.actor, request.params.id);
    if (!payment) return showNoPayment(ctx, request, reply, { till, cashier });
    await limits.byAsking(payment.token, reply);
    const { phone = '', operator = '', otp = '' } = textFields(request.body);
    const [page, snapshot] = await Promise.all([
      pageOf(ctx, request, { till, cashier }),
      snapshotOf(ctx, payment),
    ]);
    const typed = { phone: phone.slice(0, shown_length_max), operator, otp: otp.slice(0, shown_length_max) };
    const ask = await askCustomer(ctx, page, { payment, snapshot }, typed);
    if (ask === null) return toPayment(reply, payment.id);
    return showTaken(ctx, request, reply, { till, cashier, payment, ask });
  };
}

/** Handles the cancellation of a payment. One that is in progress goes on: its page says so. */
export async function takeCancellation(
  ctx: CounterContext,
  request: ShiftRequest,
  reply: FastifyReply,
): Taken {
  const who = await identify(ctx, request);
  const { till, cashier } = who;
  if (!till || !cashier) return showEntry(ctx, request, reply, who);
  const payment = await findTaken(ctx, cashier.actor, request.params.id);
  if (!payment) return showNoPayment(ctx, request, reply, { till, cashier });
  try {
    await cancelCheckout(ctx, customerWith(payment.token));
  } catch (error) {
    if (!(error instanceof AppError && shown_by_page.has(error.code))) throw error;
  }
  return toPayment(reply, payment.id);
}

const shown_by_page: ReadonlySet<string> = new Set(['payment_in_progress', 'session_expired', 'conflict']);

/** Handles the button that closes the shift, and leads to its closing sheet. */
export async function takeClosing(ctx: CounterContext, request: ShiftRequest, reply: FastifyReply): Taken {
  const who = await identify(ctx, request);
  const { cashier } = who;
  if (!cashier) return showEntry(ctx, request, reply, who);
  await closeOwnShift(ctx, cashier.actor);
  writeToken(reply, 'cashier', null, ctx.public_url);
  return reply.redirect(`/caisse/shifts/${cashier.actor.shift_id}`, 303);
}

function home(reply: FastifyReply): FastifyReply {
  return reply.redirect('/caisse', 303);
}

function toPayment(reply: FastifyReply, payment_id: string): FastifyReply {
  return reply.redirect(`/caisse/payments/${payment_id}`, 303);
}
