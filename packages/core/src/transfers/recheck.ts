import { planRecheck, type Recheck } from '../operator-calls/plan-recheck.ts';
import { inquireAboutAttempt } from '../payments/attempt/inquire.ts';
import { findAttempt } from '../payments/attempt/queries.ts';
import type { Context } from '../platform/context.ts';
import { inquireTransfer } from './inquire.ts';
import { transfer_kinds } from './kinds.ts';
import { findTransferById } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

const options = { also_failed: true };

/** Job: asks the operator again about what it had refused, and plans the next time while it stays refused. */
export async function recheckRefused(ctx: Ctx, look: Recheck): Promise<void> {
  const subject = await inquireAgain(ctx, look);
  if (subject?.status !== 'failed') return;
  await planRecheck(ctx.db, { ...look, round: look.round + 1 }, subject, {}, ctx.clock.now());
}

/** @returns the attempt, payout or refund as it is after the inquiry */
async function inquireAgain(ctx: Ctx, { refused, merchant_id, id }: Recheck) {
  if (refused === 'attempt') {
    await inquireAboutAttempt(ctx, { merchant_id, attempt_id: id }, options);
    return findAttempt(ctx.db, merchant_id, id);
  }
  const kind = transfer_kinds[refused];
  await inquireTransfer(ctx, kind, { merchant_id, id }, options);
  return findTransferById(ctx.db, kind, id);
}
