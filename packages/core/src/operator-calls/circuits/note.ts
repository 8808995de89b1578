import type { Outcome } from '@guichet/kernel/outcome';
import type { Context } from '../../platform/context.ts';
import { type CircuitKey, lockCircuit, resetCircuit, updateCircuit } from './queries.ts';
import { type CircuitEvent, circuitState, moveCircuit } from './states.ts';

/** The account and operator of a call; the sandbox has no account and no circuit. */
type Through = Omit<CircuitKey, 'account_id'> & { readonly account_id: string | null };

/**
 * Records the result of a call that requested money from a customer, so that every node pauses an account whose
 * provider does not respond. Payouts and refunds are not recorded: their credentials and limits are others, and
 * their failures must not keep customers from paying.
 *
 * @param was_clean whether no failure was recorded when the call began: a success then has nothing to reset. A
 * failure recorded meanwhile counts until the next call
 */
export async function noteCall(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  { merchant_id, account_id, operator }: Through,
  outcome: Outcome,
  was_clean = false,
): Promise<void> {
  if (account_id === null) return;
  const key = { merchant_id, account_id, operator };
  const event = eventOf(outcome);
  const at = ctx.clock.now();
  if (event === 'taken') return was_clean ? undefined : resetCircuit(ctx.db, key, at);
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockCircuit(tx, key, at);
    const moved = moveCircuit(row, event, at);
    if (!moved) return;
    await updateCircuit(tx, key, moved, at);
    if (circuitState(moved, at) === 'open') {
      ctx.log.warn({ ...key, failures: moved.failures }, 'calls to an operator account are paused');
    }
  });
}

/**
 * Classifies an outcome. `not_taken`: the response leaves the outcome unknown (a timeout, a 5xx, a page
 * without information), or the request provably did not arrive because the provider, or the merchant's
 * account with it, does not work: a refused connection, wrong credentials. Connectors call that
 * `operator_down`. Every other refusal is `taken`, `other` included: it may concern one customer's request,
 * and five of those must not block an operator for all customers.
 */
export function eventOf(outcome: Outcome): CircuitEvent {
  switch (outcome.kind) {
    case 'unknown':
      return outcome.cause === 'not_found' ? 'taken' : 'not_taken';
    case 'failed':
      return outcome.reason === 'operator_down' && outcome.reached_customer === false ? 'not_taken' : 'taken';
    case 'settled':
    case 'reversed':
    case 'pending':
      return 'taken';
  }
}
