import { asCurrency } from '@guichet/kernel/currencies';
import type { Connector, PayoutRequest } from '@guichet/operators/contract';
import { callConnector, openConnector } from '../../operator-calls/call.ts';
import { noteCall } from '../../operator-calls/circuits/note.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { readAddressRevision } from '../../routing/connector-accounts/queries.ts';
import { applyPayoutOutcome } from './apply-outcome.ts';
import { lookUpPayout, type PayoutJob } from './look-up.ts';
import { findOrder } from './orders/queries.ts';
import { addLookUpJob } from './plan-look-up.ts';
import { lockPayout, type Payout, type PayoutKey } from './queries.ts';
import { transitionPayout } from './transition.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/** What is not answered by then is looked up. */
const deadline_ms = 10_000;
/** Longer than the call: while its answer may still come, the schedule does not ask. */
const answer_wait_ms = 15_000;

/**
 * Job: sends a payout. That the call comes next is committed before the call, so that it is made once at most: a job
 * that runs again, because its process died or because the queue took it for dead, finds the payout `processing`
 * and asks what became of it.
 */
export async function sendPayout(ctx: Ctx, { merchant_id, payout_id }: PayoutJob): Promise<void> {
  const key = { merchant_id, id: payout_id };
  const payout = await beginSending(ctx, key);
  if (!payout) {
    await lookUpPayout(ctx, key);
    return;
  }
  const connector = await requirePaying(ctx, payout);
  const { recipient_phone, recipient_first_name, recipient_last_name } = payout;
  const sensitive = [recipient_phone, recipient_first_name, recipient_last_name];
  const answer = await callConnector(
    ctx,
    { merchant_id, id: payout_id, verb: 'payout', sensitive },
    deadline_ms,
    (signal) => connector.payout(requestOf(payout), signal),
  );
  await noteCall(ctx, payout, answer.outcome);
  await applyPayoutOutcome(ctx, key, answer, 'answer');
}

/**
 * Commits that the operator is called next, with the look-up that finds out what became of it should we die now.
 *
 * @returns the payout, now `processing`; undefined when it was no longer `pending`, and must not be sent
 * @throws Error when its connector is gone or pays nothing out
 */
export function beginSending(ctx: Ctx, key: PayoutKey): Promise<Payout | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, key);
    if (payout.status !== 'pending' || !(await isReleased(tx, payout))) return undefined;
    // A connector that is missing stops it here, where nothing has happened yet: the job tries again.
    const address_revision = await readAddressRevision(tx, payout);
    await requirePaying(ctx, { ...payout, address_revision }, tx);
    const at = ctx.clock.now();
    await addLookUpJob(tx, payout, new Date(at.getTime() + answer_wait_ms));
    return transitionPayout(ctx, tx, payout, {
      event: 'sending',
      via: 'sender',
      at,
      facts: { sent_at: at, address_revision },
    });
  });
}

/** What waits for a second person has no job; should one come all the same, nothing is sent. */
async function isReleased(tx: Connection, payout: Payout): Promise<boolean> {
  const approval = (await findOrder(tx, payout))?.approval;
  return approval !== 'waiting' && approval !== 'refused';
}

/** @throws Error when the connector is gone or pays nothing out: payouts are only made with connectors that do */
async function requirePaying(
  ctx: Pick<Ctx, 'connectors' | 'accounts'>,
  payout: Payout,
  db?: Connection,
): Promise<Connector & Required<Pick<Connector, 'payout'>>> {
  const connector = await openConnector(ctx, payout, db);
  if (!connector.payout) throw new Error(`connector ${payout.connector} pays nothing out`);
  return { ...connector, payout: connector.payout.bind(connector) };
}

/** What the operator is told of a payout. */
export function requestOf(payout: Payout): PayoutRequest {
  return {
    reference: payout.reference,
    operator: payout.operator,
    phone: payout.recipient_phone,
    money: { amount_minor: payout.amount_minor, currency: asCurrency(payout.currency) },
    first_name: payout.recipient_first_name,
    last_name: payout.recipient_last_name,
    description: payout.description ?? '',
  };
}
