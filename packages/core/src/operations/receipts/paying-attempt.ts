import type { Attempt } from '../../payments/attempt/queries.ts';

/** Returns the attempt that paid; after a reversal, the one that had paid. */
export function payingAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const newest = attempts.toReversed();
  return (
    newest.find(({ status, duplicate }) => status === 'success' && !duplicate) ??
    newest.find(({ status }) => status === 'reversed')
  );
}
