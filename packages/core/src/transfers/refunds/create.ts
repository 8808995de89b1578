import { asCurrency } from '@guichet/kernel/currencies';
import { AppError, invalidFields } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { amountProblem, fitsDecimals, type Money, majorText, moneyFromMajor } from '@guichet/kernel/money';
import { type Problem, problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import { findOperator } from '@guichet/operators/catalogue';
import { sumAccount } from '../../ledger/balances/queries.ts';
import { post } from '../../ledger/post.ts';
import { requireBalance } from '../../ledger/require-balance.ts';
import { type Attempt, listAttempts } from '../../payments/attempt/queries.ts';
import { findPaymentById, lockPayment, type Payment } from '../../payments/queries.ts';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { erased } from '../../platform/input/spellings.ts';
import { reservationOf } from '../postings.ts';
import { lockTransfer } from '../queries.ts';
import { addSendJob } from '../send-job.ts';
import { feePartOf, type Returned } from './fee-part.ts';
import { findMethod } from './find-method.ts';
import { fundsOf, leftOf, type RefundSource, refundSourceOf } from './funds.ts';
import { refunds } from './kind.ts';
import { presentRefund } from './present.ts';
import { insertRefund, sumReturned } from './queries.ts';
import { RefundInput, type RefundObject } from './schemas.ts';

const check = makeCheck(RefundInput);

/**
 * Creates a refund of a payment, or of a duplicate. One transaction reserves its money and adds the job that sends
 * it. Refunds of the same payment are serialized, and so is spending from the same balance: together they never
 * refund more than was charged, nor spend more than is available.
 *
 * @throws AppError `forbidden`, `invalid_fields` naming every wrong field, `payment_not_found`,
 * `insufficient_balance` with the available amount, `conflict` if nothing is left to refund, a refund is in
 * flight, or no account can make it
 */
export async function createRefund(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'references'>,
  actor: CommandActor,
  body: unknown,
): Promise<RefundObject> {
  requireScope(actor, 'installation:write');
  const input = check(body, { amount: refundAmountProblem });
  const found = await findPaymentById(ctx.db, input.payment_id);
  if (!found) throw new AppError('payment_not_found');
  const id = makeId('refund');
  return ctx.db
    .transaction()
    .execute((tx) => reserveRefund(ctx, tx, { ...input, merchant_id: found.merchant_id, id }));
}

/**
 * Reserves a refund like {@link createRefund}, in the caller's transaction and with an id that the caller provides.
 *
 * @param order.merchant_id the merchant of the payment; the caller has checked that it exists
 * @param order.source `suspense` for the part of the money that was not accepted
 * @param order.duplicate whether the money was shown to a person as a duplicate; undefined if no person was
 * involved
 */
export async function reserveRefund(
  ctx: Pick<Context, 'clock' | 'log' | 'connectors' | 'accounts' | 'references'>,
  tx: Connection,
  order: RefundInput & {
    readonly merchant_id: string;
    readonly id: string;
    readonly source?: RefundSource;
    readonly duplicate?: boolean;
  },
): Promise<RefundObject> {
  const { merchant_id, id } = order;
  const at = ctx.clock.now();
  const payment = await lockPayment(tx, merchant_id, order.payment_id);
  const attempt = await findCollection(tx, payment, order.attempt_id);
  refuseErased(attempt);
  refuseChanged(attempt, order.duplicate);
  const source = order.source ?? requireSource(attempt);
  const returned = await findReturned(tx, attempt, source);
  const money = readAmount(attempt, returned, order.amount);
  const method = await findMethod(ctx, tx, attempt, money);
  const fee_minor = feePartOf(returned, money.amount_minor);
  if (source === 'balance') {
    await requireShare(tx, payment, { ...money, amount_minor: money.amount_minor - fee_minor });
  }
  await insertRefund(tx, {
    ...wayBackOf(attempt),
    id,
    source,
    currency: money.currency,
    status: 'pending',
    amount_minor: money.amount_minor,
    fee_minor,
    method,
    reason: order.reason ?? null,
    reference: await referenceOf(ctx, tx, attempt, returned),
    mismatch: null,
    created_at: at,
  });
  const refund = await lockTransfer(tx, refunds, { merchant_id, id });
  await post(tx, reservationOf(refunds.books, refund, at));
  await addSendJob(tx, refunds, refund);
  return presentRefund(refund);
}

/**
 * Derives the reference of an attempt's next refund from the attempt's reference and the refund's number. If data
 * is lost, the next refund therefore gets the reference of the lost one, no matter who requests it, and the
 * provider does not refund twice.
 */
function referenceOf(
  { references }: Pick<Context, 'references'>,
  tx: Connection,
  { merchant_id, mode, reference }: Attempt,
  { refunds: earlier }: Pick<Awaited<ReturnType<typeof findReturned>>, 'refunds'>,
): Promise<string> {
  return references.of(tx, { merchant_id, mode, kind: 'refund', of: [reference], number: earlier + 1 });
}

/** @returns the problem of an amount that is invalid in any currency; undefined when it may be valid */
export function refundAmountProblem(amount: number): Problem | undefined {
  return amount > 0 ? undefined : problem('not_positive', 'must be more than 0');
}

/** Finds the attempt whose money is refunded: the one with this id, or else the one that paid the payment. */
async function findCollection(tx: Connection, payment: Payment, id: string | undefined): Promise<Attempt> {
  const attempts = await listAttempts(tx, payment.merchant_id, payment.id);
  const attempt =
    id === undefined
      ? attempts.find(({ status, duplicate }) => status === 'success' && !duplicate)
      : attempts.find((one) => one.id === id);
  if (!attempt) {
    if (id !== undefined)
      throw invalidFields({
        attempt_id: [problem('not_of_this_payment', 'is not an attempt of this payment')],
      });
    throw new AppError('conflict', {
      reason: problem(
        'not_paid',
        `This payment is ${payment.status}: only a payment in status success can be refunded.`,
      ),
    });
  }
  return attempt;
}

/** @throws AppError `invalid_fields` if no money was received, `conflict` if held money is not resolved yet */
function requireSource(attempt: Attempt): RefundSource {
  const source = refundSourceOf(attempt);
  if (source !== null) return source;
  if (attempt.status === 'held') {
    throw new AppError('conflict', {
      reason: problem('decide_first', 'This money needs a decision first: accept it or refund it.'),
    });
  }
  throw invalidFields({
    attempt_id: [problem('took_no_money', `took no money: this attempt is ${attempt.status}`)],
  });
}

/** @throws AppError `conflict` if the money has become a duplicate since a person saw it, or is no longer one */
function refuseChanged({ duplicate }: Attempt, seen: boolean | undefined): void {
  if (seen === undefined || seen === duplicate) return;
  throw new AppError('conflict', {
    reason: duplicate
      ? problem(
          'came_twice',
          'This is a duplicate: another attempt pays this payment. Reload the payment before you refund it.',
        )
      : problem(
          'pays_now',
          'This is not a duplicate: it pays the payment. Reload the payment before you refund it.',
        ),
  });
}

/** @throws AppError `conflict` if the recipient's phone number was erased */
function refuseErased({ phone }: Attempt): void {
  if (phone !== erased) return;
  throw new AppError('conflict', {
    reason: problem(
      'payer_erased',
      'The payer’s data was erased: the recipient is no longer known. Refund the customer outside the service.',
    ),
  });
}

/** Sums the amounts refunded so far. @throws AppError `conflict` while a refund is in flight */
async function findReturned(
  tx: Connection,
  attempt: Attempt,
  source: RefundSource,
): Promise<Returned & { readonly left_minor: bigint; readonly currency: string; readonly refunds: number }> {
  const { merchant_id, payment_id, id: attempt_id } = attempt;
  const { amount_minor: charged_minor, ...funds } = fundsOf(attempt, source);
  const { open_id, ...returned } = await sumReturned(tx, { merchant_id, payment_id, attempt_id, source });
  if (open_id !== null) {
    throw new AppError('conflict', {
      reason: problem(
        'refund_under_way',
        `Refund ${open_id} of this money is still in progress. Wait until it finishes.`,
      ),
    });
  }
  return { charged_minor, ...funds, ...returned, left_minor: leftOf(attempt, source, returned) };
}

/** @param amount in major units; if undefined, the whole remainder */
function readAmount(
  attempt: Attempt,
  { left_minor, ...returned }: { readonly left_minor: bigint; readonly currency: string },
  amount: number | undefined,
): Money {
  const currency = asCurrency(returned.currency);
  const left = { amount_minor: left_minor, currency };
  if (left.amount_minor <= 0n) {
    throw new AppError('conflict', {
      reason: problem('nothing_left', 'This was already refunded in full.'),
    });
  }
  if (amount === undefined) return left;
  const read = moneyFromMajor(amount, currency);
  if (!('money' in read)) {
    throw invalidFields({ amount: [amountProblem(amount, currency) ?? 'must be a number'] });
  }
  const { money } = read;
  if (money.amount_minor > left.amount_minor) {
    throw invalidFields({
      amount: [
        problem(
          'more_than_left',
          `must be at most ${majorText(left)} ${currency}, the part of the charge not yet refunded`,
          { amount: majorText(left), currency },
        ),
      ],
    });
  }
  const decimals = findOperator(attempt.operator)?.decimals;
  if (decimals !== undefined && !fitsDecimals(money, decimals)) {
    throw invalidFields({
      amount: [
        problem(
          'too_many_decimals',
          `must have at most ${decimals} decimals: ${attempt.operator} supports no smaller unit`,
          {
            max: decimals,
          },
        ),
      ],
    });
  }
  return money;
}

/** Locks the merchant's balance until the transaction ends. @throws AppError `insufficient_balance` */
async function requireShare(tx: Connection, { merchant_id, mode }: Payment, share: Money): Promise<void> {
  const { currency } = share;
  await requireBalance(
    tx,
    { merchant_id, mode, ...share },
    {
      read: async (db, key) => ({ amount_minor: await sumAccount(db, key) }),
      words: (available) => ({
        message: 'The balance is not sufficient for this refund.',
        amount:
          `takes ${majorText(share)} ${currency} from the balance, ` +
          `which has ${available} ${currency} available`,
      }),
    },
  );
}

/** Returns the fields that route a refund through the account that collected the money. */
function wayBackOf(attempt: Attempt) {
  const { merchant_id, mode, payment_id, id: attempt_id } = attempt;
  const { operator, connector, account_id, phone } = attempt;
  return { merchant_id, mode, payment_id, attempt_id, operator, connector, account_id, phone };
}
