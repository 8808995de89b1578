import type { ChoiceProblems } from '@guichet/core/payments';
import type { Context } from '@guichet/core/platform';
import {
  type AskedAgain,
  askAgain,
  cancelCheckout,
  chooseOperator,
  customerWith,
  decideSandboxPayment,
  getCheckoutSnapshot,
  payCheckout,
  resendOtp,
  submitOtp,
} from '@guichet/core/serving';
import { AppError, type ErrorCode } from '@guichet/kernel/errors';
import type { FastifyReply } from 'fastify';
import { refusalNotice } from '../payment-links/texts.ts';
import { guessOperator } from './guess-operator.ts';
import { acceptedLanguage, pickedLanguage } from './language.ts';
import type { View } from './page.ts';
import { pickCountry } from './pick-country.ts';
import { textFields } from './read-form.ts';
import type { ViewOf } from './screen.ts';
import { type PageContext, showPage } from './show-page.ts';
import { back, type TokenRequest } from './token-request.ts';
import { confirmView, isPayable, offersOf } from './view-of.ts';

type Taken = Promise<FastifyReply>;

/** Errors that the page itself explains better, such as a concurrent choice or an expired session. */
const explained: readonly ErrorCode[] = [
  'payment_in_progress',
  'conflict',
  'session_expired',
  'operator_unavailable',
  'payment_too_soon',
  'too_many_attempts',
  'payment_link_unavailable',
  'invalid_fields',
];

/**
 * Handles the choice: a number, with or without an operator, or an operator that needs no number. Redirects to the
 * confirmation, or shows the form again with its errors.
 */
export async function takeChoice(ctx: PageContext, request: TokenRequest, reply: FastifyReply): Taken {
  const fields = textFields(request.body);
  const snapshot = await getCheckoutSnapshot(ctx, customerWith(request.params.token));
  const { payment, merchant } = snapshot;
  if (!isPayable(snapshot, ctx.clock.now())) return back(request, reply);
  const offers = offersOf(snapshot);
  const phone = fields.phone ?? '';
  const picked = fields.direct ?? fields.operator ?? '';
  // What the customer picked next to the number counts before the operator that was picked earlier.
  const wanted = fields.country ?? offers.find(({ code }) => code === picked)?.country ?? undefined;
  const country = pickCountry(offers, { phone, operator: null, wanted, home: merchant.country });
  const guess = picked === '' ? await guessOperator(ctx, snapshot, offers, { phone, country }) : undefined;
  const operator = guess?.code ?? picked;
  const input = {
    operator,
    phone,
    // A form without the e-mail field does not change the address.
    ...(payment.customer_email !== null && fields.email !== undefined && { email: fields.email }),
  };
  const again = {
    kind: 'choose',
    offers,
    email: payment.customer_email,
    ...input,
    country,
    failure: null,
  } as const;
  if (guess?.available === false) {
    return showCorrected(ctx, request, reply, { ...again, operator: null, problems: { operator: 'down' } });
  }
  const problems = await chooseOperator(ctx, customerWith(request.params.token), {
    ...input,
    country: country ?? undefined,
    is_direct: fields.direct !== undefined,
    snapshot,
  });
  if (!problems) return back(request, reply, { step: 'confirm' });
  return showCorrected(ctx, request, reply, correctedView(again, problems));
}

/**
 * Returns the form with its errors. A number of another country takes precedence over the chosen operator: an operator
 * of that country is preselected, so that the customer only has to check it.
 */
function correctedView(view: Omit<ViewOf<'choose'>, 'problems'>, given: ChoiceProblems): View {
  const { belongs_to, ...problems } = given;
  if (!belongs_to) return { ...view, problems };
  const { country, operators } = belongs_to;
  const [operator] = operators;
  if (operator === undefined) {
    return { ...view, problems: { ...problems, belongs_to: { country, is_picked: false } } };
  }
  const { operator: _picked_instead, ...others } = problems;
  const picked = { operator, is_guess: true, country };
  return { ...view, ...picked, problems: { ...others, belongs_to: { country, is_picked: true } } };
}

/** Handles the confirmation, the only step that sends anything. */
export async function takePayment(ctx: PageContext, request: TokenRequest, reply: FastifyReply): Taken {
  const fields = textFields(request.body);
  // Without a confirmation, the customer has not seen what would be charged.
  const confirmation = fields.confirmation ?? '';
  const { token } = request.params;
  const refusal = await refusalOf(() =>
    payCheckout(ctx, customerWith(token), { otp: fields.otp ?? null, confirmation: confirmation }),
  );
  switch (refusal?.code) {
    // If another tab has changed the choice, the new choice is shown for confirmation.
    case 'conflict':
      return back(request, reply, { step: 'confirm' });
    case 'operator_unavailable':
      return offerOthers(ctx, request, reply);
    case 'too_many_attempts':
      return endAttempts(ctx, request, reply);
    case 'payment_link_unavailable':
      return endLink(ctx, request, reply, refusal);
    case 'invalid_fields':
      return confirmAgain(ctx, request, reply, { otp_refused: true });
    case 'payment_too_soon': {
      const wait_s = Math.ceil(refusal.retry_after_s ?? 0);
      reply.header('retry-after', String(wait_s));
      return confirmAgain(ctx, request, reply, { wait_s });
    }
    default:
      return back(request, reply);
  }
}

/**
 * Shows the choice again, with the reason: the operator has been disabled since the confirmation, or is not
 * responding.
 */
async function offerOthers(ctx: PageContext, request: TokenRequest, reply: FastifyReply): Taken {
  const snapshot = await getCheckoutSnapshot(ctx, customerWith(request.params.token));
  const { session, payment, merchant } = snapshot;
  const offers = offersOf(snapshot);
  const isThere = offers.some(({ code }) => code === session.chosen_operator);
  const phone = session.chosen_phone ?? payment.customer_phone ?? '';
  return showCorrected(ctx, request, reply, {
    kind: 'choose',
    offers,
    operator: null,
    phone,
    country: pickCountry(offers, { phone, operator: session.chosen_operator, home: merchant.country }),
    email: payment.customer_email,
    problems: { operator: isThere ? 'down' : 'gone' },
    failure: null,
  });
}

/** Tells the customer that no further attempt is possible, and how to pay with a new payment. */
async function endAttempts(ctx: PageContext, request: TokenRequest, reply: FastifyReply): Taken {
  const snapshot = await getCheckoutSnapshot(ctx, customerWith(request.params.token));
  if (!isPayable(snapshot, ctx.clock.now())) return back(request, reply);
  const view = { kind: 'too_many_attempts', back_href: snapshot.payment.cancel_url } as const;
  return showPage(ctx, request, reply, { view, status: 409 });
}

/** Tells the customer that nothing more can be paid through the payment link, before anything was sent. */
async function endLink(
  ctx: PageContext,
  request: TokenRequest,
  reply: FastifyReply,
  { reason }: AppError,
): Taken {
  const { payment, merchant } = await getCheckoutSnapshot(ctx, customerWith(request.params.token));
  const language = pickedLanguage(request.query.lang) ?? acceptedLanguage(request.headers['accept-language']);
  const notice = refusalNotice(reason?.code, merchant.name, language);
  const view = { kind: 'problem', ...notice, back_href: payment.cancel_url } as const;
  return showPage(ctx, request, reply, { view, status: 409 });
}

/** Nothing was sent: shows the confirmation again, with what is missing or how long to wait. */
async function confirmAgain(
  ctx: PageContext,
  request: TokenRequest,
  reply: FastifyReply,
  { otp_refused = false, wait_s = null }: { otp_refused?: boolean; wait_s?: number | null },
): Taken {
  const snapshot = await getCheckoutSnapshot(ctx, customerWith(request.params.token));
  const view = isPayable(snapshot, ctx.clock.now()) ? confirmView(snapshot) : undefined;
  if (!view) return back(request, reply);
  const code = view.code && { ...view.code, is_wrong: otp_refused };
  const corrected = { ...view, code, wait_s };
  return showPage(ctx, request, reply, { view: corrected, status: wait_s === null ? 422 : 409 });
}

function showCorrected(ctx: PageContext, request: TokenRequest, reply: FastifyReply, view: View): Taken {
  return showPage(ctx, request, reply, { view, status: 422 });
}

/** Handles a submitted one-time code. */
export async function takeOtp(ctx: Context, request: TokenRequest, reply: FastifyReply): Taken {
  const otp = textFields(request.body).otp ?? '';
  const refusal = await refusalOf(() => submitOtp(ctx, customerWith(request.params.token), otp));
  return back(request, reply, refusal?.code === 'invalid_fields' ? { otp: 'refused' } : {});
}

/** Requests another one-time code. */
export async function takeResend(ctx: Context, request: TokenRequest, reply: FastifyReply): Taken {
  return back(request, reply, { otp: await resendOtp(ctx, customerWith(request.params.token)) });
}

/**
 * Asks what has become of a request that the customer does not see. If it has ended unanswered, the same request only
 * has to be confirmed.
 */
export async function takeAgain(ctx: Context, request: TokenRequest, reply: FastifyReply): Taken {
  const again = await askAgain(ctx, customerWith(request.params.token));
  return back(request, reply, asked_again[again]);
}

const asked_again: Readonly<Record<AskedAgain, Readonly<Record<string, string>>>> = {
  too_soon: {},
  still_open: { again: 'still_open' },
  unanswered: { step: 'confirm' },
  ended: {},
};

/** Handles a cancellation. The page then returns the customer to the merchant if it provided a URL. */
export async function takeCancellation(ctx: Context, request: TokenRequest, reply: FastifyReply): Taken {
  const refusal = await refusalOf(() => cancelCheckout(ctx, customerWith(request.params.token)));
  // Not to the merchant: browsers check all of a form's redirects, and the merchant may redirect to another host.
  return back(request, reply, refusal === null ? { cancelled: '1' } : {});
}

/** Test mode: handles a person's decision for the sandbox operator. */
export async function takeDecision(ctx: Context, request: TokenRequest, reply: FastifyReply): Taken {
  const { decision } = textFields(request.body);
  if (decision !== 'approve' && decision !== 'refuse') throw new AppError('invalid_request');
  await decideSandboxPayment(
    ctx,
    customerWith(request.params.token),
    decision === 'approve' ? 'approved' : 'refused',
  );
  return back(request, reply);
}

/**
 * Runs a verb.
 *
 * @returns null on success, or a refusal that the page can show
 */
async function refusalOf(verb: () => Promise<void>): Promise<AppError | null> {
  try {
    await verb();
    return null;
  } catch (error) {
    if (!(error instanceof AppError && explained.includes(error.code))) throw error;
    return error;
  }
}
