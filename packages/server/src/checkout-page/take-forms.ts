import { cancelCheckout } from '@guichet/core/checkouts/cancel';
import { chooseOperator } from '@guichet/core/checkouts/choose';
import { lookAtCheckout } from '@guichet/core/checkouts/look-at';
import { payCheckout } from '@guichet/core/checkouts/pay';
import { submitOtp } from '@guichet/core/checkouts/submit-otp';
import type { Context } from '@guichet/core/context';
import { decideSandboxPayment } from '@guichet/core/sandbox/decide';
import { AppError, type ErrorCode } from '@guichet/kernel/errors';
import type { FastifyReply } from 'fastify';
import { textFields } from './read-form.ts';
import { type PageContext, showPage } from './show-page.ts';
import { back, type TokenRequest } from './token-request.ts';
import { isPayable, offersOf } from './view-of.ts';

type Taken = Promise<FastifyReply>;

/** What the page itself explains better than an error would: someone was faster, or time has passed. */
const explained: readonly ErrorCode[] = [
  'payment_in_progress',
  'conflict',
  'session_expired',
  'operator_unavailable',
  'invalid_fields',
];

/** Operator and number: on to the confirmation, or the same form again saying what is wrong. */
export async function takeChoice(ctx: PageContext, request: TokenRequest, reply: FastifyReply): Taken {
  const fields = textFields(request.body);
  const sight = await lookAtCheckout(ctx, request.params.token);
  const { session, payment } = sight;
  if (!isPayable(sight, ctx.clock.now())) return back(request, reply);
  const input = { operator: fields.operator ?? '', phone: fields.phone ?? '' };
  const problems = await chooseOperator(ctx, session, payment, input);
  if (!problems) return back(request, reply, { step: 'confirm' });
  return showPage(ctx, request, reply, {
    kind: 'choose',
    offers: offersOf(sight),
    ...input,
    problems,
    failure: null,
  });
}

/** The customer has confirmed: the one step that sends anything. */
export async function takePayment(ctx: PageContext, request: TokenRequest, reply: FastifyReply): Taken {
  // Without it nobody has seen what would be paid.
  const confirmation = textFields(request.body).confirmation ?? '';
  const code = await codeOf(() => payCheckout(ctx, request.params.token, null, confirmation));
  // Where another tab has chosen something else, that is what there is to confirm now.
  if (code === 'conflict') return back(request, reply, { step: 'confirm' });
  if (code !== 'operator_unavailable') return back(request, reply);
  // Switched off between the confirmation and the click: back to the choice, saying so.
  const sight = await lookAtCheckout(ctx, request.params.token);
  return showPage(ctx, request, reply, {
    kind: 'choose',
    offers: offersOf(sight),
    operator: null,
    phone: sight.session.chosen_phone ?? sight.payment.customer_phone ?? '',
    problems: { operator: 'gone' },
    failure: null,
  });
}

/** A one-time code. */
export async function takeOtp(ctx: Context, request: TokenRequest, reply: FastifyReply): Taken {
  const otp = textFields(request.body).otp ?? '';
  const code = await codeOf(() => submitOtp(ctx, request.params.token, otp));
  return back(request, reply, code === 'invalid_fields' ? { otp: 'refused' } : {});
}

/** The customer gives up: to the shop, where it has said where. */
export async function takeCancellation(ctx: Context, request: TokenRequest, reply: FastifyReply): Taken {
  const code = await codeOf(() => cancelCheckout(ctx, request.params.token));
  const { payment } = await lookAtCheckout(ctx, request.params.token);
  if (code !== null || payment.cancel_url === null) return back(request, reply);
  return reply.redirect(payment.cancel_url, 303);
}

/** Test mode: what a person decided for the sandbox operator. */
export async function takeDecision(ctx: Context, request: TokenRequest, reply: FastifyReply): Taken {
  const { decision } = textFields(request.body);
  if (decision !== 'approve' && decision !== 'refuse') throw new AppError('invalid_request');
  await decideSandboxPayment(ctx, request.params.token, decision === 'approve' ? 'approved' : 'refused');
  return back(request, reply);
}

/**
 * Runs a verb.
 *
 * @returns null when it went well, the code of a refusal that the page can show
 */
async function codeOf(verb: () => Promise<void>): Promise<ErrorCode | null> {
  try {
    await verb();
    return null;
  } catch (error) {
    if (!(error instanceof AppError && explained.includes(error.code))) throw error;
    return error.code;
  }
}
