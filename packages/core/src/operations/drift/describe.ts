import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorText } from '@guichet/kernel/money';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { listDrifts, listSilent, type Silence } from './queries.ts';
import { comparableConnectors } from './round.ts';

/**
 * Describes the stored drifts of all merchants in a sentence each, with the command that records the movement.
 *
 * @param limit maximum number of sentences
 * @returns the number of comparisons that are stored, the sentences, and one for each account that was not compared
 *   for an hour
 */
export async function describeDrifts(
  ctx: Pick<Context, 'db' | 'clock' | 'accounts'>,
  actor: CommandActor,
  limit: number,
): Promise<{
  readonly compared: number;
  readonly differing: readonly string[];
  readonly silent: readonly string[];
}> {
  requireScope(actor, 'installation:read');
  const rows = await listDrifts(ctx.db, null);
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
  const before = new Date(ctx.clock.now().getTime() - silence_ms);
  const silent = (await listSilent(ctx.db, comparableConnectors(ctx), before))
    .slice(0, limit)
    .map(describeSilence);
  return { compared: rows.length, differing, silent };
}

/** A provider may fail to respond to a few of the inquiries that are made every quarter of an hour. */
const silence_ms = 60 * 60_000;

function describeSilence({ account_id, currency, compared_at, problem }: Silence): string {
  const what = currency === null ? 'its balance' : `a balance in ${currency}`;
  const since = compared_at === null ? 'has never reported' : 'has not reported';
  const when = compared_at === null ? '' : ` since ${timestampText(compared_at)}`;
  return `${account_id} ${since} ${what}${when}${problem === null ? '' : ` (${problem})`}`;
}
