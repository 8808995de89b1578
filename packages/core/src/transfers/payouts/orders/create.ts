import { makeId } from '@guichet/kernel/ids';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import {
  type IdempotencyKey,
  type IdempotentResult,
  runIdempotently,
} from '../../../platform/idempotency/run-idempotently.ts';
import { addSendJob } from '../../send-job.ts';
import { draftPayout, placePayout } from '../create.ts';
import { payouts } from '../kind.ts';
import { presentStaffPayout } from './present.ts';
import { insertOrder } from './queries.ts';
import type { StaffPayout } from './schemas.ts';

/**
 * Creates a payout in the name of a person. Its money is reserved immediately. Above the limit for one person, it
 * is not sent before a second person approves it.
 *
 * @throws AppError `forbidden`, `invalid_fields` naming every invalid field, `insufficient_balance` with the
 * available amount, `idempotency_key_reused`, `idempotency_key_in_use`
 */
export async function orderPayout(
  ctx: Pick<Context, 'db' | 'clock' | 'connectors' | 'references'>,
  actor: StaffActor,
  body: unknown,
  once: IdempotencyKey | null,
): Promise<IdempotentResult<StaffPayout>> {
  requireScope(actor, 'payouts:create');
  const draft = draftPayout(body);
  const { merchant_id, mode, user_id } = actor;
  const id = makeId('payout');
  const created_at = ctx.clock.now();
  const scope = `staff:${user_id}`;
  return ctx.db.transaction().execute((tx) =>
    runIdempotently(tx, { merchant_id, mode, scope, object_id: id }, once, created_at, async () => {
      const payout = await placePayout(ctx, tx, draft, {
        ...{ merchant_id, mode, id, created_at },
        key: once && { scope, key: once.key },
      });
      const made = {
        ...{ merchant_id, payout_id: id, mode, created_at },
        ...{ made_by: user_id, made_by_name: actor.name },
        approval: payout.needs_approval ? 'waiting' : 'not_needed',
      } as const;
      await insertOrder(tx, made);
      if (made.approval === 'not_needed') {
        await addSendJob(tx, payouts, payout);
      }
      return presentStaffPayout({
        ...payout,
        ...made,
        ...{ decided_by: null, decided_by_name: null, decided_at: null, note: null },
      });
    }),
  );
}
