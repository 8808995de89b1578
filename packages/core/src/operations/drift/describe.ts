import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorText } from '@guichet/kernel/money';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { listDrifts } from './queries.ts';

/**
 * Describes the stored drifts of all merchants in a sentence each, with the command that records the movement.
 *
 * @param limit maximum number of sentences
 * @returns the number of comparisons that are stored, and the sentences
 */
export async function describeDrifts(
  { db }: Pick<Context, 'db'>,
  actor: CommandActor,
  limit: number,
): Promise<{ readonly compared: number; readonly differing: readonly string[] }> {
  requireScope(actor, 'installation:read');
  const rows = await listDrifts(db, null);
  const differing = rows
    .filter(({ drift_minor }) => drift_minor !== 0n)
    .slice(0, limit)
    .map(({ merchant_id, account_id, currency, drift_minor, compared_at }) => {
      const amount = majorText({
        amount_minor: drift_minor > 0n ? drift_minor : -drift_minor,
        currency: asCurrency(currency),
      });
      const which = drift_minor > 0n ? 'more' : 'less';
      const kinds = drift_minor > 0n ? 'float_deposited' : 'operator_fee|swept_to_bank';
      const command = `guichet ledger record --merchant ${merchant_id} --mode live --kind ${kinds} --account ${account_id} --currency ${currency} --amount ${amount} --reference <line of its statement>`;
      return `${account_id} holds ${amount} ${currency} ${which} than booked (${timestampText(compared_at)}), run: ${command}`;
    });
  return { compared: rows.length, differing };
}
