import { checkLedger } from '@guichet/core/ledger';
import { findStranded } from '@guichet/core/testing';
import { asCurrency, exponentOf } from '@guichet/kernel/currencies';
import { findOperator } from '@guichet/operators/catalogue';
import type pg from 'pg';
import { command } from '../test-support/actors.ts';
import { choiceBreaches } from './choices.ts';
import { deliveryBreaches } from './deliveries.ts';
import { narrowed } from './narrow.ts';
import { approval_above } from './set-up.ts';
import type { Stage } from './stage.ts';

/** Checks the rules that hold whatever the providers do. @returns a sentence for each breach */
export async function audit(pool: pg.Pool, stage: Stage): Promise<string[]> {
  const { merchant_id } = stage.caller;
  const far = new Date(stage.timeline.now().getTime() + 1);
  const [ledger, stranded] = await narrowed(pool, merchant_id, async (db) => [
    (await checkLedger({ db }, command)).breaches,
    await findStranded(db, far, 10),
  ]);
  return [
    ...ledger.map(({ rule, subject, detail }) => `ledger check: ${rule}: ${subject}: ${detail}`),
    ...stranded.map(({ next_task, id }) => `${id} has no next step: nothing will ${next_task}`),
    ...(await feeBreaches(pool, merchant_id)),
    ...(await feedBreaches(pool, merchant_id)),
    ...(await answerBreaches(pool, stage)),
    ...(await reviewBreaches(pool, merchant_id)),
    ...(await refundFeeBreaches(pool, merchant_id)),
    ...(await balanceBreaches(pool, merchant_id)),
    ...(await approvalBreaches(pool, stage)),
    ...(await choiceBreaches(pool, stage)),
    ...(await deliveryBreaches(pool, stage)),
  ];
}

/**
 * Computes the fee of the history's merchant, 2.5 percent, rounded half up to the smallest unit that the
 * operator accepts (design section 6), independently of the service.
 */
function feeOf(amount_minor: bigint, operator: string, currency: string): bigint {
  const decimals = exponentOf(asCurrency(currency));
  const unit = 10n ** BigInt(decimals - (findOperator(operator)?.decimals ?? decimals));
  return ((amount_minor * 25n + 500n * unit) / (1000n * unit)) * unit;
}

interface Charged {
  readonly id: string;
  readonly operator: string;
  readonly currency: string;
  readonly kept_fee: bigint;
  readonly fee: bigint;
  readonly amount: bigint;
  readonly charged: bigint;
}

/**
 * Checks that each charge is the amount plus the merchant's percentage, and that the fees account holds the
 * charged fees minus the refunded ones.
 */
async function feeBreaches(pool: pg.Pool, merchant_id: string): Promise<string[]> {
  const { rows } = await pool.query<Charged>(
    `select attempts.id, attempts.operator, attempts.currency, attempts.fee_minor as fee,
      case when attempts.status <> 'success' or duplicate then 0 when attempts.received_minor is null then attempts.fee_minor else kept_fee_minor end as kept_fee, payments.amount_minor as amount,
      attempts.charged_minor as charged
    from attempts join payments on payments.merchant_id = attempts.merchant_id and payments.id = attempts.payment_id
    where attempts.merchant_id = $1`,
    [merchant_id],
  );
  const breaches = rows
    .filter(
      ({ fee, amount, charged, operator, currency }) =>
        fee !== feeOf(amount, operator, currency) || charged !== amount + fee,
    )
    .map(({ id, fee, amount, charged }) => `${id} charges ${charged} for ${amount} with a fee of ${fee}`);
  const { rows: sums } = await pool.query<{ booked: bigint; given_back: bigint }>(
    `select
      (select coalesce(sum(amount_minor), 0)::bigint from ledger_entries where merchant_id = $1 and account = 'fees') as booked,
      (select coalesce(sum(fee_minor), 0)::bigint from refunds
        where merchant_id = $1 and status not in ('failed', 'reversed')) as given_back`,
    [merchant_id],
  );
  const earned = rows.reduce((sum, { kept_fee }) => sum + kept_fee, 0n);
  const { booked = 0n, given_back = 0n } = sums[0] ?? {};
  if (-booked !== earned - given_back) {
    breaches.push(`the fees hold ${-booked} instead of ${earned - given_back}`);
  }
  return breaches;
}

/** Checks that each object's events are in order in the feed, without a gap unless data has been lost. */
async function feedBreaches(pool: pg.Pool, merchant_id: string): Promise<string[]> {
  const { rows } = await pool.query<{ object_id: string; sequence: number; previous: number }>(
    `select * from (
      select object_id, sequence,
        coalesce(lag(sequence) over (partition by object_id order by position), 0) as previous
      from events where merchant_id = $1
    ) as fed
    where sequence <= previous or (sequence <> previous + 1 and not exists (select from recoveries))`,
    [merchant_id],
  );
  return rows.map(
    ({ object_id, sequence, previous }) => `${object_id}'s event ${sequence} follows ${previous} in the feed`,
  );
}

/**
 * Finds objects that were acknowledged but do not exist, and idempotency keys that created several objects.
 */
async function answerBreaches(pool: pg.Pool, { caller, acknowledged }: Stage): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from payments where merchant_id = $1 union all select id from payouts where merchant_id = $1
    union all select id from refunds where merchant_id = $1`,
    [caller.merchant_id],
  );
  const ids = new Set(rows.map(({ id }) => id));
  const lost = acknowledged
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => `${id} was acknowledged and is gone`);
  const keyed = acknowledged.filter(({ key }) => key !== null);
  const twice = [...Map.groupBy(keyed, ({ key }) => key)]
    .filter(([, answers]) => new Set(answers.map(({ id }) => id)).size > 1)
    .map(([key]) => `the key ${key} made several objects`);
  return [...lost, ...twice];
}

/**
 * Finds paid payouts that need review for no reason. A different amount is a reason, and so is a payment
 * after a refusal.
 */
async function reviewBreaches(pool: pg.Pool, merchant_id: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from payouts where merchant_id = $1 and status = 'success' and needs_review and mismatch is null
      and unknown_cause is distinct from 'paid_after_failure'`,
    [merchant_id],
  );
  return rows.map(({ id }) => `${id} is paid, and still asks for a person`);
}

/** Finds charges that were refunded in full without their fee. */
async function refundFeeBreaches(pool: pg.Pool, merchant_id: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; fee: bigint; part: bigint }>(
    `select attempts.id, coalesce(kept_fee_minor, attempts.fee_minor) as fee, sum(refunds.fee_minor)::bigint as part
    from refunds join attempts on attempts.merchant_id = refunds.merchant_id and attempts.id = refunds.attempt_id
    where refunds.merchant_id = $1 and refunds.status not in ('failed', 'reversed') and source = 'balance'
    group by attempts.id, attempts.charged_minor, attempts.fee_minor, kept_minor, kept_fee_minor
    having sum(refunds.amount_minor) = coalesce(kept_minor, attempts.charged_minor)
      and sum(refunds.fee_minor) <> coalesce(kept_fee_minor, attempts.fee_minor)`,
    [merchant_id],
  );
  return rows.map(({ id, fee, part }) => `${id} gave back all of it and ${part} of its fee of ${fee}`);
}

/**
 * Checks that a merchant owes money only because a payout or refund was paid after its money had been
 * returned to the balance, or because a collection was reversed.
 */
async function balanceBreaches(pool: pg.Pool, merchant_id: string): Promise<string[]> {
  const { rows } = await pool.query<{ currency: string; owed: bigint }>(
    `select currency, sum(amount_minor)::bigint as owed from ledger_entries as entries
    join ledger_transactions as booked on booked.merchant_id = entries.merchant_id and booked.id = entries.transaction_id
    where entries.merchant_id = $1 and account = 'merchant_balance'
      and kind not in ('payout_paid_late', 'refund_paid_late', 'payout_reopened', 'refund_reopened', 'collection_reversed')
    group by currency having sum(amount_minor) > 0`,
    [merchant_id],
  );
  return rows.map(({ currency, owed }) => `the merchant owes ${owed} ${currency}`);
}

/**
 * Checks that, above the merchant's limit, no payout was sent and no decision about held money was made
 * without the approval of a second person.
 */
async function approvalBreaches(pool: pg.Pool, { caller }: Stage): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; amount: bigint; currency: string }>(
    `select id, amount_minor as amount, currency from held_decisions
    where merchant_id = $1 and approval = 'not_needed'
    union all
    select id, amount_minor as amount, currency from payouts
    where merchant_id = $1 and sent_at is not null and not exists (
      select from payout_orders as orders
      where orders.merchant_id = payouts.merchant_id and orders.payout_id = payouts.id and approval = 'approved'
    )`,
    [caller.merchant_id],
  );
  return rows
    .filter(
      ({ amount, currency }) => amount > approval_above * 10n ** BigInt(exponentOf(asCurrency(currency))),
    )
    .map(({ id }) => `${id} left without a second person`);
}
