import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { closeOpenShifts, updateTill } from './queries.ts';
import { requireLockedTill } from './require.ts';
import { mayBecome } from './states.ts';

/**
 * Disconnects the device of a till, for example because it was stolen: it can do nothing more from its next request.
 * An open shift stays open, and goes on when a device is paired again.
 *
 * @param to `removed`: the till is no longer listed, no device can be paired with it, and its open shift is closed
 * @throws AppError `forbidden`, `not_found`
 */
export async function disconnectTill(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  { id, to = 'unpaired' }: { readonly id: string; readonly to?: 'unpaired' | 'removed' },
): Promise<void> {
  requireScope(actor, 'tills:write');
  await ctx.db.transaction().execute(async (tx) => {
    const till = await requireLockedTill(tx, actor, id);
    if (!mayBecome(till.status, to)) throw new Error(`a ${till.status} till cannot become ${to}`);
    await updateTill(tx, till, {
      status: to,
      ...{ pairing_hash: null, pairing_expires_at: null, token_hash: null, paired_at: null },
    });
    if (to === 'removed') {
      await closeOpenShifts(tx, { merchant_id: till.merchant_id, till_id: till.id }, ctx.clock.now());
    }
  });
}
