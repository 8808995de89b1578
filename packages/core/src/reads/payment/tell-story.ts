import type { PaymentTransition } from '../../payments/queries.ts';
import type { AttemptTransition } from './queries.ts';

/**
 * Orders the history of a payment and its attempts, causes before effects. Times are not enough: one
 * transaction has one time, and the next request may arrive within the same millisecond.
 *
 * @param changes of the payment, in their order
 * @param tried changes of all its attempts, in the order of writing
 */
export function tellStory(
  changes: readonly PaymentTransition[],
  tried: readonly AttemptTransition[],
): (PaymentTransition | AttemptTransition)[] {
  const waiting = [...tried];
  const told = changes.flatMap((change) => {
    const cause = waiting.findIndex((one) => isCause(one, change));
    return [...waiting.splice(0, cause + 1), change];
  });
  return [...told, ...waiting];
}

/** The end of an attempt ends the payment, or makes it continue with another account. */
function isCause(one: AttemptTransition, change: PaymentTransition): boolean {
  const isSame = one.attempt_id === change.attempt_id;
  switch (change.event) {
    case 'attempt_succeeded':
      return isSame && one.event === 'settled';
    case 'attempt_failed':
      return isSame && one.event === 'refused';
    case 'account_changed':
      return !isSame && one.event === 'refused';
    default:
      return false;
  }
}
