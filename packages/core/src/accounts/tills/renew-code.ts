import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { drawPairingCode } from './pairing-code.ts';
import { presentPairing } from './present.ts';
import { updateTill } from './queries.ts';
import { requireListedTill, requireLockedTill } from './require.ts';
import type { PairingObject } from './schemas.ts';

/**
 * Makes a new code for a till, in place of the last one. A device that is paired stays so until another one uses
 * the code.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function renewPairingCode(
  ctx: Pick<Context, 'db' | 'clock' | 'public_url'>,
  actor: MerchantActor,
  id: string,
): Promise<PairingObject> {
  requireScope(actor, 'tills:write');
  const drawn = drawPairingCode(ctx.clock.now());
  const { pairing_hash, pairing_expires_at } = drawn;
  const till = await ctx.db.transaction().execute(async (tx) => {
    await updateTill(tx, await requireLockedTill(tx, actor, id), { pairing_hash, pairing_expires_at });
    return requireListedTill(tx, actor, id);
  });
  return presentPairing(ctx, till, drawn);
}
