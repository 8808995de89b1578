import { invalidFields } from '@guichet/kernel/errors';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { beginOrRenew } from '../../platform/recovery/begin-or-renew.ts';
import { readSeenAt } from '../../platform/recovery/queries.ts';
import { type RecoveryObject, showRecovery } from './show.ts';

/**
 * Begins a recovery: from now on no request for money is sent, and inquiries are made about all open objects. A
 * recovery in progress starts anew.
 *
 * @param input.since time since which data may be missing; by default the last time at which a process saw this
 *   database
 * @throws AppError `forbidden`, `invalid_fields` for a time in the future
 */
export async function beginRecovery(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  actor: CommandActor,
  { since }: { readonly since?: Date } = {},
): Promise<RecoveryObject> {
  requireScope(actor, 'installation:write');
  const began_at = ctx.clock.now();
  if (since && since > began_at) throw invalidFields({ since: ['must be in the past'] });
  const lost_since = since ?? earlier((await readSeenAt(ctx.db)) ?? began_at, began_at);
  const row = { reason: 'requested', lost_since, began_at, began_by: actor.name } as const;
  await ctx.db.transaction().execute((tx) => beginOrRenew(ctx, tx, row));
  return showRecovery(ctx, actor);
}

/**
 * Returns the earlier time. The recorded time comes from PostgreSQL's clock, which may have been ahead, especially
 * if it ran on another machine.
 */
function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
