import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { type CircuitKey, claimProbe, findCircuit } from './queries.ts';
import { circuitState, moveCircuit } from './states.ts';

/**
 * Whether requests to an account for an operator are currently blocked. When a circuit is half open, one
 * caller may probe: for the others it stays open until the probe's result is recorded.
 *
 * @param db the transaction in which the probe is claimed; the caller commits it before the call
 * @param through.account_id null: the sandbox has no circuit
 */
export async function isOpen(
  ctx: Pick<Context, 'clock'>,
  db: Connection,
  through: Omit<CircuitKey, 'account_id'> & { readonly account_id: string | null },
): Promise<boolean> {
  const { merchant_id, account_id, operator } = through;
  if (account_id === null) return false;
  const key = { merchant_id, account_id, operator };
  const now = ctx.clock.now();
  const row = await findCircuit(db, key);
  const state = circuitState(row, now);
  if (state !== 'half_open' || !row?.open_until) return state === 'open';
  const held = moveCircuit(row, 'probed', now);
  return !held || !(await claimProbe(db, key, row.open_until, held, now));
}
