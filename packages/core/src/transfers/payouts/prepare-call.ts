import type { PayoutRequest } from '@guichet/operators/contract';
import { openConnector } from '../../operator-calls/call.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { requestFor } from '../request-for.ts';
import type { OperatorCall } from '../transfer.ts';
import type { Payout } from './queries.ts';

/**
 * Prepares everything but the call itself.
 *
 * @param db the transaction that the caller is in, if it is in one
 * @throws Error when the connector is gone or cannot pay out: payouts are created only with connectors that can
 */
export async function prepareCall(
  ctx: Pick<Context, 'connectors' | 'accounts'>,
  db: Connection,
  payout: Payout,
): Promise<OperatorCall> {
  const connector = await openConnector(ctx, payout, db);
  if (!connector.payout) throw new Error(`connector ${payout.connector} pays nothing out`);
  const pay = connector.payout.bind(connector);
  return { verb: 'payout', call: (signal) => pay(requestOf(payout), signal) };
}

/** The request for a payout, as the operator gets it. */
function requestOf(payout: Payout): PayoutRequest {
  return {
    ...requestFor(payout, payout.recipient_phone, payout.description),
    first_name: payout.recipient_first_name,
    last_name: payout.recipient_last_name,
  };
}
