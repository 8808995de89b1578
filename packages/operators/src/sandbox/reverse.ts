import { makeCallback } from './callback.ts';
import type { SandboxConfig, SandboxDependencies } from './store.ts';
import { type Truth, truthOf } from './truth.ts';

/**
 * Reverses a success on behalf of the operator, and sends its callback. A transaction that has not succeeded, or
 * was already reversed, does not change, and nothing is sent.
 *
 * @returns the transaction's state at the operator afterwards, or undefined for an unknown reference
 */
export async function reverse(
  { callback_key }: SandboxConfig,
  { store, clock, callbacks }: SandboxDependencies,
  reference: string,
): Promise<Truth | undefined> {
  const now = clock.now();
  const found = await store.find(reference);
  if (!found) return undefined;
  const before = truthOf(found, now);
  if (before.kind !== 'settled') return before;
  const truth = truthOf(await store.reverse(reference, now), now);
  await callbacks.schedule(makeCallback(callback_key, reference, truth), now);
  return truth;
}
