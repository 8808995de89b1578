import type { TillActor, VisitorActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { hashOfToken } from './pair.ts';
import { findTillByToken, type Till } from './queries.ts';

/** A paired device: its till, and the actor that it is. */
export interface FoundTill {
  readonly actor: TillActor;
  readonly till: Till;
}

/**
 * Finds the till of a device by the device's token.
 *
 * @returns undefined if the device is not paired, or no longer
 * @throws AppError `forbidden`, `recovering` if the restored database may have lost the till
 */
export async function findTill(
  ctx: Pick<Context, 'db'>,
  visitor: VisitorActor,
  token: string,
): Promise<FoundTill | undefined> {
  requireScope(visitor, 'links:use');
  const till = await findTillByToken(ctx.db, hashOfToken(token));
  if (!till) {
    await requireOpen(ctx.db);
    return undefined;
  }
  const { merchant_id, mode, id } = till;
  return { till, actor: { kind: 'till', merchant_id, mode, till_id: id } };
}
