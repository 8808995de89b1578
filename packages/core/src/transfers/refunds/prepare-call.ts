import { openConnectorOrNull } from '../../operator-calls/call.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { requestFor } from '../request-for.ts';
import type { OperatorCall } from '../transfer.ts';
import { collectionOf } from './collection.ts';
import type { Refund } from './queries.ts';

/**
 * Prepares everything but the call itself.
 *
 * @param db the caller's transaction, if there is one
 * @returns undefined when the account can no longer make it
 * @throws Error when the connector is gone, or the database does not answer
 */
export async function prepareCall(
  ctx: Pick<Context, 'connectors' | 'accounts' | 'log'>,
  db: Connection,
  refund: Refund,
): Promise<OperatorCall | undefined> {
  const { method: verb } = refund;
  const connector = await openConnectorOrNull(ctx, refund, db);
  if (!connector) return undefined;
  const answer_within_s = connector.answer_within_s?.[verb];
  const common = requestFor(refund, refund.phone, refund.reason);
  if (verb === 'refund' && connector.refund) {
    const giveBack = connector.refund.bind(connector);
    const request = { ...common, collection: await collectionOf(db, refund) };
    return { verb, answer_within_s, call: (signal) => giveBack(request, signal) };
  }
  if (verb === 'payout' && connector.payout) {
    const pay = connector.payout.bind(connector);
    // The payer was never asked for a name, and the provider would refuse any name other than that of the wallet's
    // owner.
    return {
      verb,
      answer_within_s,
      call: (signal) => pay({ ...common, first_name: null, last_name: null }, signal),
    };
  }
  return undefined;
}
