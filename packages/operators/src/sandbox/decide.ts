import { makeCallback } from './callback.ts';
import { scenarioOf } from './scenarios.ts';
import type { Decision, SandboxConfig, SandboxDependencies, SandboxTransaction } from './store.ts';
import { type Truth, truthOf } from './truth.ts';

/** True while the sandbox's page or panel has something to ask a person about this transaction. */
export function awaitsPerson(transaction: SandboxTransaction): boolean {
  return scenarioOf(transaction).decided_by === 'person' && transaction.decision === null;
}

/**
 * What a person decided on the sandbox's approval page or panel: recorded, and told by callback. The first decision
 * stands; one that nobody waits for changes nothing and sends nothing.
 *
 * @returns what the operator's books say afterwards, or undefined when the reference is not in them.
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
