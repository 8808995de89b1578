import type { Money } from '@guichet/kernel/money';
import type { ConnectorAnswer, LookupRequest, RefundRequest } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { outcomeWithoutAnswer, unknownFrom } from '../http/outcome-without.ts';
import { readJson } from '../http/read-json.ts';
import { answer } from './answer.ts';
import { findSessionId, path } from './checkout.ts';
import type { Client } from './client.ts';
import { mapNotFound, mapRefusal, readMoney } from './map.ts';
import type { Progress } from './progress.ts';
import { type Item, readErrorCode, readPage } from './wire.ts';

/** Refunds a whole collection, because Wave documents no partial refunds. A second call does not refund again. */
export async function refund(
  client: Client,
  request: RefundRequest,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { collection, money, phone } = request;
  if (money.amount_minor !== collection.money.amount_minor) return refusedHere('partial_refund_not_offered');
  const found = await findSessionId(client, collection, signal);
  if ('result' in found) return answer(outcomeWithoutAnswer(found.result), found.result, phone);
  if (found.id === null) return refusedHere('checkout-session-not-found');
  const result = await client.post(`${path}/${encodeURIComponent(found.id)}/refund`, undefined, signal);
  return answer(isDone(result) ? { kind: 'settled', money } : mapRefusal(result), result, phone);
}

/** True for a 200 without a body, or with JSON that is not an error; a proxy's page is not a response of Wave. */
function isDone(result: HttpResult): boolean {
  if (result.kind !== 'reply' || result.status !== 200) return false;
  const isEmpty = result.text.trim() === '';
  return isEmpty || (readJson(result.text) !== undefined && readErrorCode(result.text) === null);
}

/** Refuses the request ourselves, without sending anything. */
function refusedHere(operator_code: string): ConnectorAnswer {
  return {
    outcome: { kind: 'failed', reason: 'other', operator_code, reached_customer: false },
    provider_reference: null,
    raw: null,
  };
}

/** As many pages as one inquiry has time to read; the next inquiry continues after them. */
const pages_max = 20;

/**
 * Inquires whether a collection was refunded. A link does not report its refund, and the refund has no id: it is in
 * the day's list of transactions, with the id of its link. A row of that link that is neither a refund nor
 * recognizable as the payment may be the refund, because the types may be missing: the outcome is then unknown.
 *
 * A search that took several inquiries does not prove that the refund was never received: it may have been added to a
 * page that was read before.
 */
export async function inquireAboutRefund(
  progress: Progress,
  client: Client,
  request: LookupRequest,
  now: Date,
  signal: AbortSignal,
): Promise<ConnectorAnswer> {
  const { collection, created_at, phone } = request;
  // Callers of an earlier version do not pass the collection; without it, there is nothing to search for.
  if (!collection) {
    return { outcome: not_found, provider_reference: null, raw: null };
  }
  const found = await findSessionId(client, collection, signal);
  if ('result' in found) return answer(unknownFrom(found.result), found.result, phone);
  const unclear: Item[] = [];
  let isWhole = true;
  for (const date of datesAround(created_at)) {
    const search = `${request.reference} ${date}`;
    const from = progress.get(search);
    const came = await listOfDay(client, { date, session_id: found.id, from }, signal);
    progress.set(search, 'result' in came ? came.reached : null);
    if ('result' in came) return answer(unknownFrom(came.result), came.result, phone);
    isWhole &&= from === null;
    const refunded = came.items.find(({ transaction_type }) => transaction_type === refund_type);
    if (refunded) return answerItem(refunded, request.money);
    unclear.push(...came.items.filter((item) => !isPayment(item)));
  }
  const [raw] = unclear;
  if (raw) return { outcome: { kind: 'unknown', cause: 'unreadable' }, provider_reference: null, raw };
  const outcome = isWhole ? mapNotFound(request, now) : not_found;
  return { outcome, provider_reference: null, raw: { result: [] } };
}

const not_found = { kind: 'unknown', cause: 'not_found' } as const;
const refund_type = 'api_checkout_refund';

function isPayment({ transaction_type }: Item): boolean {
  return transaction_type === 'api_checkout' || transaction_type === 'merchant_payment';
}

function answerItem(item: Item, asked: Money): ConnectorAnswer {
  const money = moneyOf(item, asked);
  return {
    outcome: money ? { kind: 'settled', money } : { kind: 'unknown', cause: 'unreadable' },
    provider_reference: item.transaction_id,
    raw: item,
    names_collection_only: true,
  };
}

/**
 * Reads the refunded amount, which is always that of the whole payment: a row may be net of the fee. Outgoing amounts
 * are negative.
 */
function moneyOf({ amount, fee, currency }: Item, asked: Money): Money | undefined {
  const [listed, kept] = [amount, fee].map((one) => readMoney(String(one).replace(/^-/, ''), currency));
  const isNet = listed && kept && listed.amount_minor + kept.amount_minor === asked.amount_minor;
  return isNet && listed.currency === asked.currency ? asked : listed;
}

const minute_ms = 60_000;
/**
 * Wave's markets are in UTC, except Uganda, which is 3 hours ahead. The time zone that determines a day is not
 * documented.
 */
const zones_ms = [0, 180 * minute_ms];
/** The call itself may span midnight. */
const calls_ms = [0, 10 * minute_ms];

/** Returns the dates whose list may contain a refund requested at a given time. */
function datesAround(at: Date): readonly string[] {
  const dates = zones_ms.flatMap((zone_ms) =>
    calls_ms.map((call_ms) => new Date(at.getTime() + zone_ms + call_ms).toISOString().slice(0, 10)),
  );
  return [...new Set(dates)];
}

interface Search {
  readonly date: string;
  readonly session_id: string | null;
  /** The cursor after which to search; null for the first page. */
  readonly from: string | null;
}

/**
 * @returns the day's items of a link, or an unreadable result with the cursor that was reached; a timeout if the
 * day's list has too many pages
 */
async function listOfDay(
  client: Client,
  { date, session_id, from }: Search,
  signal: AbortSignal,
): Promise<
  { readonly items: readonly Item[] } | { readonly result: HttpResult; readonly reached: string | null }
> {
  const items: Item[] = [];
  let reached = from;
  for (let pages = 0; pages < pages_max; pages += 1) {
    const after = reached === null ? '' : `&after=${encodeURIComponent(reached)}`;
    const result = await client.get(`/v1/transactions?date=${date}${after}`, signal);
    const page = result.kind === 'reply' && result.status === 200 ? readPage(result.text) : undefined;
    // A response may also refuse an old cursor: the next search starts anew.
    if (!page) return { result, reached: result.kind === 'reply' && result.status < 500 ? null : reached };
    items.push(...page.items.filter((item) => item.session_id !== null && item.session_id === session_id));
    if (page.next === null || items.some(({ transaction_type }) => transaction_type === refund_type)) {
      return { items };
    }
    reached = page.next;
  }
  return { result: { kind: 'lost', cause: 'timeout' }, reached };
}
