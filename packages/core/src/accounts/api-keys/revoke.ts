import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { setRevoked } from './queries.ts';

/**
 * Revokes a key for good. Every process refuses it within a second, the time for which keys are cached. If the key
 * was already revoked, its first revocation is returned unchanged.
 *
 * @throws AppError `forbidden`, `key_not_found`
 */
export async function revokeKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: CommandActor,
  id: string,
): Promise<{ id: string; revoked_at: string }> {
  requireScope(actor, 'installation:write');
  return revokeKnown(ctx, id);
}

/** Revokes a key like {@link revokeKey}, but without checking a scope, which the calling verb has done. */
export async function revokeKnown(
  ctx: Pick<Context, 'db' | 'clock'>,
  id: string,
): Promise<{ id: string; revoked_at: string }> {
  const key = await setRevoked(ctx.db, id, ctx.clock.now());
  if (!key?.revoked_at) throw new AppError('key_not_found');
  return { id: key.id, revoked_at: timestampText(key.revoked_at) };
}
