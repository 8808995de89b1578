import { decideOnHeld } from '@guichet/core/operations';
import type { Context } from '@guichet/core/platform';
import { AppError } from '@guichet/kernel/errors';
import type { Stage } from './stage.ts';

/** Approves each decision about unexpected money that awaits a second person. */
export async function approveHeld(ctx: Context, stage: Stage): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('held_decisions')
    .select('id')
    .where('merchant_id', '=', stage.caller.merchant_id)
    .where('approval', '=', 'waiting')
    .orderBy('attempt_id')
    .execute();
  // The first person made these decisions.
  const [, second] = stage.persons;
  for (const { id } of waiting) {
    try {
      await decideOnHeld(ctx, second, { id, body: { decision: 'approve' } });
      stage.count('approve: unexpected money');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      stage.count(`approve: unexpected money refused: ${error.code}`);
    }
  }
}
