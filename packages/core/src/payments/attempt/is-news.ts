import { isDeepStrictEqual } from 'node:util';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import type { Context } from '../../platform/context.ts';
import { actionText } from './action-text.ts';
import type { Attempt } from './queries.ts';

/**
 * Whether an inquiry has found anything new. Usually the customer has not confirmed yet: then there is nothing
 * to apply, and no payment to lock.
 *
 * @param attempt the attempt before the inquiry
 */
export function isNews(
  ctx: Pick<Context, 'log' | 'tokens'>,
  attempt: Attempt,
  { outcome, provider_reference }: Pick<ConnectorAnswer, 'outcome' | 'provider_reference'>,
): boolean {
  const isNamed = provider_reference === null || provider_reference === attempt.provider_reference;
  switch (outcome.kind) {
    case 'pending': {
      if (attempt.status !== 'submitted') return true;
      const action = actionText(ctx, attempt, outcome.action);
      if (action === null) return false;
      return !isNamed || !isDeepStrictEqual(JSON.parse(action), attempt.action);
    }
    case 'unknown':
      return attempt.status !== 'unknown';
    case 'settled':
    case 'reversed':
    case 'failed':
      return true;
  }
}
