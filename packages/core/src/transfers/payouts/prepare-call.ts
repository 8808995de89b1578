import type { PayoutRequest } from '@guichet/operators/contract';
import { openConnectorOrNull } from '../../operator-calls/call.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { requestFor } from '../request-for.ts';
import type { OperatorCall } from '../transfer.ts';
import type { Payout } from './queries.ts';

/**
 * Prepares everything but the call itself.
 *
 * @param db the caller's transaction, if there is one
 * @returns undefined when the account can no longer pay out
 * @throws Error when the connector is gone, or the database does not answer
 */
export async function prepareCall(
  ctx: Pick<Context, 'connectors' | 'accounts' | 'log'>,
  db: Connection,
  payout: Payout,
): Promise<OperatorCall | undefined> {
  const connector = await openConnectorOrNull(ctx, payout, db);
  if (!connector?.payout) return undefined;
  const pay = connector.payout.bind(connector);
  const answer_within_s = connector.answer_within_s?.payout;
  return { verb: 'payout', answer_within_s, call: (signal) => pay(requestOf(payout), signal) };
}

/** Builds the request for a payout. */
function requestOf(payout: Payout): PayoutRequest {
  return {
    ...requestFor(payout, payout.recipient_phone, payout.description),
    first_name: payout.recipient_first_name,
    last_name: payout.recipient_last_name,
  };
}
