import { makeCallback } from './callback.ts';
import { scenarioOf } from './scenarios.ts';
import type { Decision, SandboxConfig, SandboxDependencies, SandboxTransaction } from './store.ts';
import { type Truth, truthOf } from './truth.ts';

/** Whether the transaction awaits a decision on the sandbox's page or panel. */
export function awaitsPerson(transaction: SandboxTransaction): boolean {
  return scenarioOf(transaction).decided_by === 'person' && transaction.decision === null;
}

/**
 * Records a decision made on the sandbox's approval page or panel, and sends its callback. The first decision is
 * final; a decision that is not awaited changes nothing and sends nothing.
 *
 * @returns the transaction's state at the operator afterwards, or undefined for an unknown reference
 */
export async function decide(
  { callback_key }: SandboxConfig,
  { store, clock, callbacks }: SandboxDependencies,
  { reference, decision }: { readonly reference: string; readonly decision: Decision },
): Promise<Truth | undefined> {
  const now = clock.now();
  const found = await store.find(reference);
  if (!found) return undefined;
  if (!awaitsPerson(found)) return truthOf(found, now);
  const truth = truthOf(await store.decide(reference, decision, now), now);
  await callbacks.schedule(makeCallback(callback_key, reference, truth), now);
  return truth;
}
