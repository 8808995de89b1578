import { AppError } from '@guichet/kernel/errors';
import { makeCheck } from '@guichet/kernel/validation';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { findTransfer } from '../../transfers/queries.ts';
import { insertResolution } from './queries.ts';
import { resolveTransfer } from './resolve-transfer.ts';
import { PayoutResolutionInput, presentResolution, type ResolutionObject } from './schemas.ts';
import { requireEvidence, text_rules } from './verdict.ts';

const check = makeCheck(PayoutResolutionInput);

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'accounts'>;

/**
 * Resolves a payout that needs review as a person has decided. In one transaction, the verdict is applied like an
 * operator's outcome, with its event and entries, and is recorded with its author. An unpaid amount returns to the
 * balance. Of two concurrent verdicts one counts.
 *
 * @throws AppError `forbidden`, `payout_not_found`, `invalid_fields`, `conflict` when no review is needed (any
 * more), or the verdict does not fit the status
 */
export async function resolvePayout(
  ctx: Ctx,
  actor: StaffActor,
  { id: payout_id, body }: { readonly id: string; readonly body: unknown },
): Promise<ResolutionObject> {
  requireScope(actor, 'payouts:resolve');
  const input = check(body, text_rules);
  requireEvidence(input);
  const { merchant_id, mode } = actor;
  const payout = await findTransfer(ctx.db, payouts, { merchant_id, mode, id: payout_id });
  if (!payout) throw new AppError('payout_not_found');
  return ctx.db.transaction().execute(async (tx) => {
    // The time is read before the verdict is carried out, so that the resolution precedes its consequences.
    const created_at = ctx.clock.now();
    await resolveTransfer(ctx, tx, payouts, payout, input.verdict);
    const resolution = await insertResolution(tx, {
      merchant_id,
      mode,
      object_type: 'payout',
      object_id: payout_id,
      payment_id: null,
      payout_id,
      verdict: input.verdict,
      note: input.note.trim(),
      proof: input.proof?.trim() ?? null,
      user_id: actor.user_id,
      user_name: actor.name,
      created_at,
    });
    return presentResolution(resolution, actor.email);
  });
}
