import { resolvePayment, resolvePayout } from '@guichet/core/operations';
import type { Context } from '@guichet/core/platform';
import { decidePayout, requestRefund } from '@guichet/core/transfers';
import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { majorText } from '@guichet/kernel/money';
import { approveHeld } from './approve-held.ts';
import { onceOf } from './once.ts';
import type { Action } from './plan.ts';
import { say } from './reverse.ts';
import { readRows } from './rows.ts';
import type { Stage } from './stage.ts';
import { hasMoved, isOpenRow, matchAll } from './verify.ts';

/** Approves or refuses each payout that awaits approval, as a person other than its creator. */
export async function approve(ctx: Context, stage: Stage, decision: 'approve' | 'refuse'): Promise<void> {
  const { merchant_id } = stage.caller;
  const waiting = await ctx.db
    .selectFrom('payout_orders')
    .select(['payout_id', 'made_by'])
    .where('merchant_id', '=', merchant_id)
    .where('approval', '=', 'waiting')
    .orderBy('payout_id')
    .execute();
  const [owner, finance] = stage.persons;
  for (const { payout_id, made_by } of waiting) {
    const other = made_by === owner.user_id ? finance : owner;
    await tolerate(stage, decision, () => decidePayout(ctx, other, { id: payout_id, body: { decision } }));
  }
}

/**
 * Refunds a share of what a customer was charged. The plan determines the outcome of refunds to each
 * customer.
 */
export async function refund(
  ctx: Context,
  stage: Stage,
  { customer, share, key }: Extract<Action, { kind: 'refund' }>,
): Promise<void> {
  const checkout = stage.checkouts.get(customer);
  if (!checkout) return;
  const payment = await ctx.db
    .selectFrom('payments')
    .select(['id', 'status', 'charged_minor', 'currency'])
    .where('merchant_id', '=', checkout.merchant_id)
    .where('id', '=', checkout.payment_id)
    .executeTakeFirstOrThrow();
  if (payment.status !== 'success' || payment.charged_minor === null) return;
  setReactions(stage, customer);
  const currency = asCurrency(payment.currency);
  const amount_minor = (payment.charged_minor * BigInt(Math.round(share * 10))) / 10n;
  const amount = Number(majorText({ amount_minor, currency }));
  const body = { amount, reason: 'Returned goods' };
  const { value } = await requestRefund(ctx, stage.persons[0], { payment_id: payment.id, body }, onceOf(key));
  stage.acknowledged.push({ kind: 'refund', id: value.id, key });
}

function setReactions(stage: Stage, customer: number): void {
  stage.plan.providers.forEach(({ simulated, refunds }, index) => {
    const plan = refunds[customer];
    if (plan) stage.sides[index]?.world.plans.set(simulated.phoneOf(customer).told, plan);
  });
}

/** Refunds all duplicates that need review. */
export async function refundDuplicates(ctx: Context, stage: Stage): Promise<void> {
  const duplicates = await ctx.db
    .selectFrom('attempts')
    .select(['id', 'payment_id'])
    .where('merchant_id', '=', stage.caller.merchant_id)
    .where('duplicate', '=', true)
    .where('needs_review', '=', true)
    .orderBy('id')
    .execute();
  for (const { id: attempt_id, payment_id } of duplicates) {
    const body = { attempt_id, duplicate: true, reason: 'Paid twice' };
    await tolerate(stage, 'refund of a duplicate', () =>
      requestRefund(ctx, stage.persons[0], { payment_id, body }, onceOf(`duplicate-${attempt_id}`)),
    );
  }
}

/**
 * Resolves everything that needs review with the outcome in the provider's books, as a person would after a
 * telephone call.
 */
export async function resolve(
  ctx: Context,
  stage: Stage,
  { held }: Extract<Action, { kind: 'resolve' }>,
): Promise<void> {
  for (const customer of stage.checkouts.keys()) setReactions(stage, customer);
  const rows = await readRows(ctx.pool, stage.caller.merchant_id);
  for (const { row, truth, simulated, is_reversed } of matchAll(stage, stage.sides, rows).pairs) {
    if (is_reversed && (row.status === 'success' || row.status === 'held')) {
      const isDue = simulated.provider.reversible_for_h?.[row.books_direction] !== undefined;
      if (isDue && truth?.reversed && !row.needs_review)
        stage.breaches.push(`${row.id} was moved back, and only a person found out`);
      await say(ctx, stage, row);
      continue;
    }
    if (!row.needs_review || truth?.status === 'pending') continue;
    const is_paid = truth?.status === 'success' && !is_reversed;
    if (row.status === 'success' || row.status === 'reversed') continue;
    // For a payout or a refund, there is no verdict for an amount other than the requested one.
    const has_verdict = row.direction === 'collect' && !isOpenRow(row);
    if (!has_verdict && is_paid && !hasMoved(row, truth)) continue;
    const verdict = row.status === 'held' ? held : is_paid ? 'paid' : 'not_paid';
    const said = { verdict, note: 'Rang the operator', ...(is_paid ? { proof: 'Receipt' } : {}) };
    const { payment_id, id } = row;
    await tolerate(stage, `resolution: ${verdict}`, () =>
      payment_id === null
        ? resolvePayout(ctx, stage.persons[0], { id, body: said })
        : resolvePayment(ctx, stage.persons[0], { id: payment_id, body: { object_id: id, ...said } }),
    );
  }
  await approveHeld(ctx, stage);
}

/**
 * Marks money that still needs review, and is not the merchant's, as settled: the customer got it in another
 * way.
 */
export async function settle(ctx: Context, stage: Stage): Promise<void> {
  const { asked } = await readRows(ctx.pool, stage.caller.merchant_id);
  for (const row of asked) {
    const { id: object_id, payment_id: id, needs_review, is_undecided, known_minor } = row;
    const isTheirs = row.direction === 'collect' && known_minor > row.kept_minor + row.settled_minor;
    if (id === null || !isTheirs || is_undecided || !needs_review) continue;
    const body = { object_id, verdict: 'settled', note: 'Paid in cash', proof: 'Signed receipt' };
    await tolerate(stage, 'resolution: settled', () => resolvePayment(ctx, stage.persons[0], { id, body }));
  }
  await approveHeld(ctx, stage);
}

/** Runs an action of a person, and counts its success or its refusal. */
async function tolerate(stage: Stage, what: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
    stage.count(what);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    stage.count(`${what} refused: ${error.code}`);
  }
}
