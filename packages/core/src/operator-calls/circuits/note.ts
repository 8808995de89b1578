import type { Outcome } from '@guichet/kernel/outcome';
import type { Context } from '../../platform/context.ts';
import { type CircuitKey, lockCircuit, resetCircuit, updateCircuit } from './queries.ts';
import { type CircuitEvent, circuitState, moveCircuit } from './states.ts';

/** What a call went through; the sandbox has no account, and no circuit. */
type Through = Omit<CircuitKey, 'account_id'> & { readonly account_id: string | null };

/**
 * Notes how a call that asked for money went, so that an account whose provider does not answer is left alone for a
 * while by every node.
 *
 * @param was_clean nothing had gone wrong when the call began: one that goes well has nothing to reset then. What went
 *   wrong meanwhile counts on until the next call
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
      ctx.log.warn({ ...key, failures: moved.failures }, 'an operator account is left alone for a while');
    }
  });
}

/**
 * Whether the provider did its work. It did not where no answer can be told from silence (a timeout, a 5xx, a page that
 * says nothing), or where it provably asked nobody because it, or the merchant's account with it, does not work: a
 * refused connection, wrong credentials. Connectors call that `operator_down`. Every other refusal is an answer, `other`
 * too: it may be about one customer's request, and five of those must not close an operator for everybody.
 */
export function eventOf(outcome: Outcome): CircuitEvent {
  switch (outcome.kind) {
    case 'unknown':
      return outcome.cause === 'not_found' ? 'taken' : 'not_taken';
    case 'failed':
      return outcome.reason === 'operator_down' && outcome.reached_customer === false ? 'not_taken' : 'taken';
    case 'settled':
    case 'pending':
      return 'taken';
  }
}
