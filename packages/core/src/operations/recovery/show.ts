import { timestampText } from '@guichet/kernel/clock';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { RecoveryReason } from '../../platform/database/tables/installation.ts';
import { findRecovery } from '../../platform/recovery/queries.ts';
import { countFound, type RecoveryCounts } from './queries.ts';

/** The state of the installation: open, or recovering with the outcomes found. */
export type RecoveryObject =
  | { readonly status: 'open' }
  | ({
      readonly status: 'recovering';
      readonly reason: RecoveryReason;
      readonly lost_since: string;
      readonly began_at: string;
      readonly began_by: string;
      /** Time at which inquiries about all open objects had been made; null before. */
      readonly looked_at: string | null;
    } & RecoveryCounts);

/** Shows the state of the installation. @throws AppError `forbidden` */
export async function showRecovery(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: CommandActor,
): Promise<RecoveryObject> {
  requireScope(actor, 'installation:read');
  const recovery = await findRecovery(ctx.db);
  if (!recovery) return { status: 'open' };
  const { reason, lost_since, began_at, began_by, looked_at } = recovery;
  return {
    ...{ status: 'recovering', reason, began_by },
    lost_since: timestampText(lost_since),
    began_at: timestampText(began_at),
    looked_at: looked_at === null ? null : timestampText(looked_at),
    ...(await countFound(ctx.db, recovery)),
  };
}
