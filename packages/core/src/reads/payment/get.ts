import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { tellApart } from '../../accounts/staff/tell-apart.ts';
import { listObjectEvents } from '../../events/queries.ts';
import { showDeliveries } from '../../events/webhooks/deliveries/show.ts';
import { presentEntry } from '../../ledger/present-entry.ts';
import { listPaymentEntries, listTransferEntries } from '../../ledger/queries.ts';
import { findCollection } from '../../operations/receipts/queries.ts';
import { isCurrent } from '../../operations/review/judge-held.ts';
import { placeResolutions, positionsOf } from '../../operations/review/place.ts';
import { listResolutions, listWaitingDecisions } from '../../operations/review/queries.ts';
import { presentDecision, presentResolution } from '../../operations/review/schemas.ts';
import { verdictsOfAttempt } from '../../operations/review/verdicts-of.ts';
import { listOperatorCalls } from '../../operator-calls/list.ts';
import { listAttempts } from '../../payments/attempt/queries.ts';
import { presentPayment, showSession } from '../../payments/present.ts';
import { findPayment, listPaymentTransitions, type Payment, sumRefunded } from '../../payments/queries.ts';
import { getSession } from '../../payments/session/queries.ts';
import { findShift } from '../../payments/shift/queries.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { listTransitions } from '../../transfers/queries.ts';
import { type RefundSource, refundSourceOf } from '../../transfers/refunds/funds.ts';
import { listRefunds, type Refund } from '../../transfers/refunds/queries.ts';
import { nameOperator } from '../payments/browse.ts';
import { explainFailure, presentChange, presentMadeRefund, presentTry } from './present.ts';
import { listAttemptTransitions, listEndpointUrls, listRefundAuthors } from './queries.ts';
import type { PaymentDetail } from './schemas.ts';
import { tellStory } from './tell-story.ts';

/**
 * Gets everything that is known about a payment: its history, the calls to operators and endpoints, its ledger
 * entries, and the amounts that can be refunded.
 *
 * @throws AppError `forbidden`, `payment_not_found`
 */
export async function showPaymentDetail(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  actor: StaffActor,
  id: string,
): Promise<PaymentDetail> {
  requireScope(actor, 'payments:read');
  const { merchant_id, mode } = actor;
  const payment = await findPayment(ctx.db, { merchant_id, mode, id });
  if (!payment) throw new AppError('payment_not_found');
  const refunds = await listRefunds(ctx.db, merchant_id, id);
  const history = await readHistory(ctx.db, payment, refunds);
  const { changes, resolutions, positionOf } = history;
  const [session, refunded_minor, attempts, made_refunds, ledger_entries, deliveries] = await Promise.all([
    getSession(ctx.db, merchant_id, payment.session_token),
    sumRefunded(ctx.db, payment),
    showTries(ctx, actor, payment, refunds, history),
    showRefunds(ctx, merchant_id, refunds, history),
    showEntries(ctx.db, merchant_id, id, refunds),
    showAllDeliveries(ctx, merchant_id, [id, ...refunds.map((refund) => refund.id)]),
  ]);
  const emailOf = await tellApart(
    ctx,
    actor,
    resolutions.map(({ user_id }) => user_id),
  );
  const collection = await findCollection(ctx.db, payment);
  const { status, failure_reason, failure_operator_code, operator } = payment;
  return {
    payment: {
      ...presentPayment(payment, showSession(ctx, session), ctx.clock.now(), refunded_minor),
      failure: status === 'failed' ? explainFailure('payment', failure_reason, failure_operator_code) : null,
    },
    operator: operator === null ? null : nameOperator(operator),
    collection: collection
      ? { collected_at: timestampText(collection.collected_at), collected_by: collection.collected_by }
      : null,
    shift: await showShift(ctx.db, payment),
    needs_review: [...attempts, ...made_refunds].some(({ needs_review }) => needs_review),
    changes: changes.map((change) => presentChange(change, positionOf(change))),
    attempts,
    refunds: made_refunds,
    resolutions: resolutions.map((one) => ({
      ...presentResolution(one, emailOf(one.user_id)),
      position: positionOf(one),
    })),
    ledger_entries,
    deliveries,
  };
}

async function showShift(
  db: Connection,
  { merchant_id, shift_id: id }: Payment,
): Promise<PaymentDetail['shift']> {
  const shift = id === null ? undefined : await findShift(db, { merchant_id, id });
  return shift ? { id: shift.id, till: shift.till_name, cashier: shift.cashier_name } : null;
}

type History = Awaited<ReturnType<typeof readHistory>>;

/** Reads the history of a payment, its attempts and its refunds, and numbers the items of the timeline. */
async function readHistory(db: Connection, { merchant_id, id }: Payment, refunds: readonly Refund[]) {
  const [changes, attempts, returned, resolutions] = await Promise.all([
    listPaymentTransitions(db, merchant_id, id),
    listAttempts(db, merchant_id, id),
    Promise.all(refunds.map((refund) => listRefundTransitions(db, refund))),
    listResolutions(db, merchant_id, { of: 'payment_id', id }),
  ]);
  const ids = attempts.map((attempt) => attempt.id);
  const tried = await listAttemptTransitions(db, merchant_id, ids);
  const sent = returned.flat();
  const story = placeResolutions([...tellStory(changes, tried), ...sent], resolutions, (change) =>
    'refund_id' in change ? change.refund_id : (change.attempt_id ?? ''),
  );
  return { changes, attempts, tried, sent, resolutions, positionOf: positionsOf(story) };
}

async function listRefundTransitions(db: Connection, refund: Refund) {
  const changes = await listTransitions(db, { noun: 'refund' }, refund);
  return changes.map((change) => ({ ...change, refund_id: refund.id }));
}

async function showTries(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  payment: Payment,
  refunds: readonly Refund[],
  { attempts, tried, positionOf }: History,
): Promise<PaymentDetail['attempts']> {
  const { merchant_id } = payment;
  const waiting = await listWaitingDecisions(ctx.db, merchant_id, payment.id);
  return Promise.all(
    attempts.map(async (attempt) => {
      const returned = refunds.filter(({ attempt_id, status }) => {
        const counts = status !== 'failed' && status !== 'reversed';
        return attempt_id === attempt.id && counts;
      });
      const returnedOf = (wanted: RefundSource | null): bigint =>
        sumOf(returned.filter(({ source }) => source === wanted));
      const decision = waiting.find((one) => one.attempt_id === attempt.id && isCurrent(one, attempt));
      return {
        ...presentTry(attempt, {
          returned_minor: returnedOf(refundSourceOf(attempt)),
          returned_in_all_minor: sumOf(returned),
        }),
        verdicts: verdictsOfAttempt(payment, attempt, returnedOf('suspense')),
        decision: decision ? presentDecision(decision, actor) : null,
        changes: tried
          .filter(({ attempt_id }) => attempt_id === attempt.id)
          .map((change) => presentChange(change, positionOf(change))),
        calls: await showCalls(ctx, merchant_id, attempt.id),
      };
    }),
  );
}

function sumOf(refunds: readonly Refund[]): bigint {
  return refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
}

async function showRefunds(
  ctx: Pick<Context, 'db'>,
  merchant_id: string,
  refunds: readonly Refund[],
  { sent, positionOf }: History,
): Promise<PaymentDetail['refunds']> {
  if (refunds.length === 0) return [];
  const authors = await listRefundAuthors(
    ctx.db,
    merchant_id,
    refunds.map(({ id }) => id),
  );
  return Promise.all(
    refunds.map(async (refund) => ({
      ...presentMadeRefund(refund, authors.get(refund.id) ?? null),
      changes: sent
        .filter(({ refund_id }) => refund_id === refund.id)
        .map((change) => presentChange(change, positionOf(change))),
      calls: await showCalls(ctx, merchant_id, refund.id),
    })),
  );
}

async function showCalls(ctx: Pick<Context, 'db'>, merchant_id: string, object_id: string) {
  const calls = await listOperatorCalls(ctx, merchant_id, object_id);
  return calls.map(({ exchanges, ...call }) => ({ ...call, exchanges: [...exchanges] }));
}

/** Lists the ledger entries of the payment and its refunds, in the order of booking. */
async function showEntries(
  db: Connection,
  merchant_id: string,
  payment_id: string,
  refunds: readonly Refund[],
): Promise<PaymentDetail['ledger_entries']> {
  const own = await listPaymentEntries(db, merchant_id, payment_id);
  const returned = await Promise.all(
    refunds.map(({ id }) => listTransferEntries(db, merchant_id, 'refund', id)),
  );
  const entries = [
    ...new Map([...own, ...returned.flat()].map((entry) => [entryKey(entry), entry])).values(),
  ];
  return entries
    .sort((one, other) =>
      one.transaction_id < other.transaction_id ? -1 : one.transaction_id > other.transaction_id ? 1 : 0,
    )
    .map(presentEntry)
    .map(({ attempt_id: _, direction, ...entry }) => ({
      ...entry,
      direction: direction === 'debit' ? ('debit' as const) : ('credit' as const),
    }));
}

/** Identifies an entry, so that duplicates can be removed: a refund's entries are found by its payment too. */
function entryKey({ transaction_id, account }: { transaction_id: string; account: string }): string {
  return `${transaction_id} ${account}`;
}

async function showAllDeliveries(
  ctx: Pick<Context, 'db'>,
  merchant_id: string,
  object_ids: readonly string[],
): Promise<PaymentDetail['deliveries']> {
  const of = await Promise.all(
    object_ids.map(async (id) => ({
      events: await listObjectEvents(ctx.db, merchant_id, id),
      deliveries: await showDeliveries(ctx, merchant_id, id),
    })),
  );
  const types = new Map(of.flatMap(({ events }) => events.map(({ id, type }) => [id, type] as const)));
  const deliveries = of.flatMap((one) => one.deliveries);
  if (deliveries.length === 0) return [];
  const urls = await listEndpointUrls(ctx.db, merchant_id, [
    ...new Set(deliveries.map(({ endpoint_id }) => endpoint_id)),
  ]);
  return deliveries.map(({ event_id, ...delivery }) => ({
    ...delivery,
    event: types.get(event_id) ?? event_id,
    url: urls.get(delivery.endpoint_id) ?? '',
  }));
}
