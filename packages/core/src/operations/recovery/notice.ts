import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import { scopes_of } from '../../platform/actor/roles.ts';
import type { Context } from '../../platform/context.ts';
import { findRecovery } from '../../platform/recovery/queries.ts';
import { countFound, type Found, isOnlyMerchant, listFound } from './queries.ts';
import type { RecoveryNotice } from './schemas.ts';

/** Maximum number of outcomes, newest first; the lists of payments and payouts show the rest. */
const found_max = 50;

/**
 * Shows a merchant's staff that the service is recovering, the merchant's outcomes found so far, and whether the
 * reader may open the service. Every role may see it, because customers ask.
 *
 * @throws AppError `forbidden`
 */
export async function showRecoveryNotice(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
): Promise<RecoveryNotice> {
  requireScope(actor, 'payments:read');
  const recovery = await findRecovery(ctx.db);
  if (!recovery) return { recovery: null };
  const { merchant_id, mode, role } = actor;
  const { reason, lost_since, began_at, looked_at } = recovery;
  const found = await listFound(ctx.db, { merchant_id, mode, since: began_at, limit: found_max });
  return {
    recovery: {
      reason,
      lost_since: timestampText(lost_since),
      began_at: timestampText(began_at),
      looked_at: looked_at && timestampText(looked_at),
      may_open: scopes_of[role].includes('recovery:open') && (await isOnlyMerchant(ctx.db, merchant_id)),
      counts: await countFound(ctx.db, recovery, merchant_id),
      found: found.map(presentFound),
    },
  };
}

function presentFound({ kind, id, outcome, amount_minor, currency, found_at }: Found) {
  const amount = majorNumber({ amount_minor, currency: asCurrency(currency) });
  return { kind, id, outcome, amount, currency, found_at: timestampText(found_at) };
}
