import { checkLedger } from '../../ledger/check.ts';
import type { Breach } from '../../ledger/invariants/breach.ts';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findWithoutNextStep } from '../stranded/check.ts';

const stranded_max = 100;

/**
 * Checks the ledger's invariants over the whole database, and that everything open has a next step: an object that
 * stays open for ever keeps its money reserved.
 *
 * @returns the number of entries read, and the breaches found
 */
export async function checkBooks(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: CommandActor,
): Promise<{ ok: boolean; entries: number; breaches: readonly Breach[] }> {
  requireScope(actor, 'installation:read');
  const { entries, breaches: unbalanced } = await checkLedger(ctx, actor);
  const breaches = [...unbalanced, ...(await findWithoutNextStep(ctx, actor, stranded_max))];
  return { ok: breaches.length === 0, entries, breaches };
}
