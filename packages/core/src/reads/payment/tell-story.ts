import type { PaymentTransition } from '../../payments/queries.ts';
import type { AttemptTransition } from './queries.ts';

/**
 * Orders the history of a payment and its attempts, with causes before effects. Times are not sufficient, because
 * all changes of a transaction have the same time, and the next request may arrive within the same millisecond.
 *
 * @param changes the changes of the payment, in their order
 * @param tried the changes of all its attempts, in the order in which they were written
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

/**
 * Whether a change of an attempt caused the change of the payment. The end of an attempt ends the payment, or makes
 * it continue with another account.
 */
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
