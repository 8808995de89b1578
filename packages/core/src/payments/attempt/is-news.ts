import { isDeepStrictEqual } from 'node:util';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import type { Context } from '../../platform/context.ts';
import { actionText } from './action-text.ts';
import type { Attempt } from './queries.ts';

/**
 * Whether a look-up has found out anything. Most find that the customer is still being asked: then there is nothing to
 * take in, and no payment to hold for it.
 *
 * @param attempt as it was when the operator was about to be asked
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
    case 'failed':
      return true;
  }
}
