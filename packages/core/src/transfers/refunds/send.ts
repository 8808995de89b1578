import { asCurrency } from '@guichet/kernel/currencies';
import type { ConnectorAnswer, PayoutRequest } from '@guichet/operators/contract';
import { callConnector, openConnector } from '../../operator-calls/call.ts';
import { payerNamesOf } from '../../payments/payer-names.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { readAddressRevision } from '../../routing/connector-accounts/queries.ts';
import { applyRefundOutcome } from './apply-outcome.ts';
import { collectionOf } from './collection.ts';
import { lookUpRefund, type RefundJob } from './look-up.ts';
import { addLookUpJob } from './plan-look-up.ts';
import { lockRefund, type Refund, type RefundKey } from './queries.ts';
import { transitionRefund } from './transition.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;
type Call = (signal: AbortSignal) => Promise<ConnectorAnswer>;

/** What is not answered by then is looked up. */
const deadline_ms = 10_000;
/** Longer than the call: while its answer may still come, the schedule does not ask. */
const answer_wait_ms = 15_000;

/**
 * Job: sends a refund. That the call comes next is committed before the call, so that it is made once at most: a job
 * that runs again, because its process died or because the queue took it for dead, finds the refund `processing`
 * and asks what became of it.
 */
export async function sendRefund(ctx: Ctx, { merchant_id, refund_id }: RefundJob): Promise<void> {
  const key = { merchant_id, id: refund_id };
  const refund = await beginSending(ctx, key);
  if (!refund) {
    await lookUpRefund(ctx, key);
    return;
  }
  const call = await prepareCall(ctx, ctx.db, refund);
  const sensitive = [refund.phone, ...(await payerNamesOf(ctx.db, refund))];
  const called = { merchant_id, id: refund_id, verb: refund.method, sensitive };
  const answer = await callConnector(ctx, called, deadline_ms, call);
  await applyRefundOutcome(ctx, key, answer, 'answer');
}

/**
 * Commits that the operator is called next, with the look-up that finds out what became of it should we die now.
 *
 * @returns the refund, now `processing`; undefined when it was no longer `pending`, and must not be sent
 * @throws Error when its connector is gone or no longer does this
 */
export function beginSending(ctx: Ctx, key: RefundKey): Promise<Refund | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const refund = await lockRefund(tx, key);
    if (refund.status !== 'pending') return undefined;
    // A connector that is missing stops it here, where nothing has happened yet: the job tries again.
    const address_revision = await readAddressRevision(tx, refund);
    await prepareCall(ctx, tx, { ...refund, address_revision });
    const at = ctx.clock.now();
    await addLookUpJob(tx, refund, new Date(at.getTime() + answer_wait_ms));
    return transitionRefund(ctx, tx, refund, {
      event: 'sending',
      via: 'sender',
      at,
      facts: { sent_at: at, address_revision },
    });
  });
}

/**
 * Everything but the call itself.
 *
 * @param db the transaction that the caller is in, if it is in one
 * @throws Error when the connector is gone or no longer does this: refunds are only made with connectors that do
 */
export async function prepareCall(
  ctx: Pick<Context, 'connectors' | 'accounts'>,
  db: Connection,
  refund: Refund,
): Promise<Call> {
  const connector = await openConnector(ctx, refund, db);
  if (refund.method === 'refund' && connector.refund) {
    const call = connector.refund.bind(connector);
    const request = { ...commonOf(refund), collection: await collectionOf(db, refund) };
    return (signal) => call(request, signal);
  }
  if (refund.method === 'payout' && connector.payout) {
    const call = connector.payout.bind(connector);
    return (signal) => call(payoutRequestOf(refund), signal);
  }
  throw new Error(`connector ${refund.connector} has no ${refund.method}`);
}

function payoutRequestOf(refund: Refund): PayoutRequest {
  // Nobody asked for the payer's names, and a name that is not the wallet's own would be refused.
  return { ...commonOf(refund), first_name: null, last_name: null };
}

function commonOf({ reference, operator, phone, amount_minor, currency, reason }: Refund) {
  return {
    reference,
    operator,
    phone,
    money: { amount_minor, currency: asCurrency(currency) },
    description: reason ?? '',
  };
}
