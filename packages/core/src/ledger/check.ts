import type { CommandActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import type { Breach } from './invariants/breach.ts';
import { countEntries, findBreaches, readWholeTables } from './invariants/queries.ts';

const breaches_max = 100;

/**
 * Checks the ledger's invariants over the whole database.
 *
 * @returns the number of entries read, and the breaches found (at most 100 of each kind)
 */
export async function checkLedger(
  ctx: Pick<Context, 'db'>,
  actor: CommandActor,
): Promise<{ ok: boolean; entries: number; breaches: Breach[] }> {
  requireScope(actor, 'installation:read');
  // One snapshot: payments that change meanwhile must not look like breaches.
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await readWholeTables(tx);
      const breaches = await findBreaches(tx, breaches_max);
      return { ok: breaches.length === 0, entries: await countEntries(tx), breaches };
    });
}
