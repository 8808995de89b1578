import { planSecondLook, type SecondLook } from '../operator-calls/plan-recheck.ts';
import { lookUpAttempt } from '../payments/attempt/look-up.ts';
import { findAttempt } from '../payments/attempt/queries.ts';
import type { Context } from '../platform/context.ts';
import { lookUpPayout } from './payouts/look-up.ts';
import { findPayoutById } from './payouts/queries.ts';
import { lookUpRefund } from './refunds/look-up.ts';
import { findRefundById } from './refunds/queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/** Job: asks the operator again about what it had refused, and plans the next time while it stays refused. */
export async function takeSecondLook(ctx: Ctx, look: SecondLook): Promise<void> {
  const { ask, find } = waysOf(ctx, look);
  await ask();
  const subject = await find();
  if (subject?.status !== 'failed') return;
  await planSecondLook(ctx.db, { ...look, round: look.round + 1 }, subject, {}, ctx.clock.now());
}

function waysOf(ctx: Ctx, { refused, merchant_id, id }: SecondLook) {
  const options = { also_failed: true };
  switch (refused) {
    case 'attempt':
      return {
        ask: () => lookUpAttempt(ctx, { merchant_id, attempt_id: id }, options),
        find: () => findAttempt(ctx.db, merchant_id, id),
      };
    case 'payout':
      return {
        ask: () => lookUpPayout(ctx, { merchant_id, id }, options),
        find: () => findPayoutById(ctx.db, id),
      };
    case 'refund':
      return {
        ask: () => lookUpRefund(ctx, { merchant_id, id }, options),
        find: () => findRefundById(ctx.db, id),
      };
  }
}
