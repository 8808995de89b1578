import { asCurrency } from '@guichet/kernel/currencies';
import { AppError, type FieldErrors, invalidFields } from '@guichet/kernel/errors';
import { type Money, majorNumber, majorText } from '@guichet/kernel/money';
import { makeCheck } from '@guichet/kernel/validation';
import type { Static } from 'typebox';
import type { CustomerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { IdempotencyKey, IdempotentResult } from '../../platform/idempotency/run-idempotently.ts';
import { listOffers } from '../../routing/offers.ts';
import { type Attempt, findOpenAttempt } from '../attempt/queries.ts';
import type { Payment } from '../queries.ts';
import { type ChoiceProblems, countryOf, keepChoice, readChoice, readPhoneFor } from './choose.ts';
import { collect } from './collect.ts';
import { requireNotPaused, requireSession } from './find.ts';
import { openWith } from './open-with.ts';
import { requirePayable } from './pay.ts';
import { payOnce } from './pay-once.ts';
import { getSession } from './queries.ts';
import { type CheckoutObject, PayInput } from './schemas.ts';
import { awaitsCode, otp_problem, prepareHandOver, readOtp } from './submit-otp.ts';

type Ctx = Pick<
  Context,
  'db' | 'pool' | 'clock' | 'log' | 'connectors' | 'accounts' | 'public_url' | 'tokens' | 'references'
>;

const check = makeCheck(PayInput);

/** The validated means of payment. */
interface Means extends Omit<Static<typeof PayInput>, 'otp'> {
  readonly otp: string | null;
}

/**
 * Makes a payment from a merchant's own front end: saves the choice, confirms it and sends the request in one call,
 * by the same rules as the hosted page. When the operator waits for a one-time code, a repeat of the call with the
 * code submits it.
 *
 * @param body see {@link PayInput}
 * @returns the session once the operator's response has been applied
 * @throws AppError `forbidden`, `session_not_found`, `invalid_fields`, `payment_in_progress`, `session_expired`,
 * `conflict` (already paid, cancelled, a total other than shown), `operator_unavailable`, `payment_too_soon`,
 * `too_many_attempts`, `idempotency_key_reused`, `idempotency_key_in_use`
 */
export async function payDirectly(
  ctx: Ctx,
  actor: CustomerActor,
  body: unknown,
  once: IdempotencyKey | null,
): Promise<IdempotentResult<CheckoutObject>> {
  requireScope(actor, 'checkout:pay');
  const { token } = actor;
  const session = await requireSession(ctx, token);
  const means = readMeans(body);
  return payOnce(ctx, session, once, async (tx, payment) => {
    const awaiting = await findAwaiting(tx, payment, means);
    if (awaiting) return prepareHandOver(ctx, tx, awaiting.attempt, awaiting.otp);
    return prepareCollect(ctx, tx, payment, means);
  });
}

function readMeans(body: unknown): Means {
  const { otp: text, ...rest } = check(body, {
    otp: (otp) => (readOtp(otp) === undefined ? otp_problem : undefined),
  });
  return { ...rest, otp: text === undefined ? null : (readOtp(text) ?? null) };
}

/** Finds the open attempt, if it waits for a one-time code and this request contains one. */
async function findAwaiting(
  tx: Connection,
  payment: Payment,
  { operator, phone, otp }: Means,
): Promise<{ attempt: Attempt; otp: string } | null> {
  if (payment.status !== 'processing' || otp === null) return null;
  const attempt = await findOpenAttempt(tx, payment.merchant_id, payment.id);
  if (!attempt || !awaitsCode(attempt) || attempt.operator !== operator) return null;
  if (readPhoneFor(operator, phone)?.e164 !== attempt.phone) return null;
  return { attempt, otp };
}

/** Opens the attempt. @returns the function that sends the request; call it after the transaction is committed */
async function prepareCollect(
  ctx: Ctx,
  tx: Connection,
  payment: Payment,
  means: Means,
): Promise<() => Promise<void>> {
  const session = await getSession(tx, payment.merchant_id, payment.session_token);
  await requireNotPaused(tx, session, ctx.clock.now());
  requirePayable(payment, session, ctx.clock.now());
  const { customer_email: email, total, ...choice } = means;
  const said = email !== undefined && { email };
  const { merchant_id, mode, amount_minor } = payment;
  const money = { amount_minor, currency: asCurrency(payment.currency) };
  const offers = await listOffers({ ...ctx, db: tx }, { merchant_id, mode, money });
  const read = readChoice(offers, { ...choice, ...said });
  if ('problems' in read) throw invalidFields(sentencesOf(read.problems, means.operator));
  const { offer, phone } = read.choice;
  if (total !== undefined && total !== majorNumber(offer.total)) throw otherTotal(offer.total);
  // Saved so that the hosted page shows the same choice.
  await keepChoice(tx, session, read.choice);
  const { otp } = means;
  const { fee_percent } = offer;
  const opened = await openWith(ctx, tx, payment, session, { offer, phone, fee_percent, otp });
  return () => collect(ctx, opened);
}

function otherTotal(total: Money): AppError {
  const message = `The total is ${majorText(total)} ${total.currency} now. Show it to the customer before paying.`;
  return new AppError('conflict', { message });
}

/**
 * Returns the end of the message about a number from a different country: the number's own country and the
 * operators offered there. Returns an empty string if the country is unknown.
 */
function ownerOf(belongs_to: ChoiceProblems['belongs_to']): string {
  if (!belongs_to) return '';
  const { country, operators } = belongs_to;
  const offered = operators.length === 0 ? '' : `, where this session offers ${operators.join(', ')}`;
  return `; this one is from ${country}${offered}`;
}

function sentencesOf({ operator, phone, email, belongs_to }: ChoiceProblems, code: string): FieldErrors {
  const phone_problems = {
    missing: 'must not be empty',
    invalid: 'must be a valid phone number in international format or in its country’s local format',
    other_country: `must be a number from ${countryOf(code)}, the country of ${code}${ownerOf(belongs_to)}`,
  };
  return {
    ...(operator && { operator: ['must be the code of an operator that is on offer in this session'] }),
    ...(phone && { phone: [phone_problems[phone]] }),
    ...(email && { customer_email: ['must be an e-mail address'] }),
  };
}
