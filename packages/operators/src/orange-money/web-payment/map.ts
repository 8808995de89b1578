import { type Money, majorNumber } from '@guichet/kernel/money';
import type { Outcome } from '@guichet/kernel/outcome';
import { ageOf } from '../../age-of.ts';
import type { CollectRequest, LookupRequest } from '../../contract.ts';
import type { HttpResult } from '../../http/contract.ts';
import { unknownFrom } from '../../http/outcome-without.ts';
import { isTaken, notAsked, refusedWith, wordOf } from '../answer.ts';
import type { ApiResult } from '../api.ts';
import { orderIdOf } from '../order-id.ts';
import type { SettingsOf } from '../settings.ts';
import { readCode, readPage, readStatus } from './wire.ts';

/** Orange's maximum length of a URL. */
const url_length_max = 120;
/** The currency of the sandbox, whatever the country. */
const sandbox_currency = 'OUV';
/** Orange's error code for an `order_id` that was used before. */
const known_order = '1204';
/** Stored as Orange's reference of an order that was requested before: only the first response has its page. */
const earlier_page = 'page:earlier';

/**
 * A page is valid for 10 minutes. After this time, no customer can still pay on a page whose URL we never received.
 */
const page_gone_after_ms = 15 * 60_000;

type Settings = SettingsOf<'web-payment'>;

/**
 * Writes the request for a page. Without `returned`, a URL that would be longer than Orange allows still leads to
 * the hosted page.
 *
 * @param callback_url the account's callback URL. Our reference is appended to it, unless the result would be
 * longer than Orange allows.
 */
export function initOf(request: CollectRequest, settings: Settings, callback_url: string): unknown {
  const { money, reference, page_url } = request;
  const return_url = request.return_url.length <= url_length_max ? request.return_url : page_url;
  const notif_url = `${callback_url}/${reference}`;
  return {
    merchant_key: settings.merchant_key.reveal(),
    currency: settings.sandbox === true ? sandbox_currency : money.currency,
    order_id: orderIdOf(reference),
    amount: amountOf(money, settings),
    return_url,
    cancel_url: return_url,
    notif_url: notif_url.length <= url_length_max ? notif_url : callback_url,
    lang: settings.language ?? 'fr',
    ...(settings.shop_name !== undefined && { reference: settings.shop_name }),
  };
}

export function statusQuestionOf(
  { money, reference }: LookupRequest,
  pay_token: string,
  settings: Settings,
): unknown {
  return { order_id: orderIdOf(reference), amount: amountOf(money, settings), pay_token };
}

/** The amount in major units, or in hundredths of them if the merchant's contract requires that. */
function amountOf({ amount_minor, currency }: Money, { amount_factor = 1 }: Settings): number {
  return majorNumber({ amount_minor: amount_minor * BigInt(amount_factor), currency });
}

/**
 * The outcome of requesting a page. Money moves only when a customer confirms on that page, and only the response
 * contains its URL. Without the response, no customer has seen the page, and none can.
 */
export function readInit({ sent, result }: ApiResult): {
  readonly outcome: Outcome;
  readonly provider_reference: string | null;
} {
  if (!sent) return { outcome: notAsked(`no_token_${wordOf(result)}`), provider_reference: null };
  const page = isTaken(result) && result.kind === 'reply' ? readPage(result.text) : undefined;
  if (page) {
    const action = { kind: 'redirect', url: page.payment_url } as const;
    return { outcome: { kind: 'pending', action }, provider_reference: page.pay_token };
  }
  const code = result.kind === 'reply' ? readCode(result.text) : undefined;
  // A customer may be on the page of the first request.
  if (code === known_order) {
    return { outcome: { kind: 'pending', action: null }, provider_reference: earlier_page };
  }
  return { outcome: withoutPage(result, code), provider_reference: null };
}

function withoutPage(result: HttpResult, code: string | undefined): Outcome {
  const status = refusedWith(result);
  // 401 and 403 concern the account, whatever the code.
  const isRefused = status !== undefined && status !== 401 && status !== 403 && code !== undefined;
  return notAsked(code ?? wordOf(result), isRefused ? 'other' : 'operator_down');
}

/**
 * Maps the response to an inquiry about an order. The response has no amount, so a success counts as the requested
 * amount.
 */
export function readLookup({ sent, result }: ApiResult, { reference, money }: LookupRequest): Outcome {
  const said = sent && isTaken(result) && result.kind === 'reply' ? readStatus(result.text) : undefined;
  if (!said) return unknownFrom(result);
  if (said.order_id !== undefined && said.order_id !== orderIdOf(reference)) return unknownFrom(result);
  switch (said.status) {
    case 'SUCCESS':
      return { kind: 'settled', money };
    case 'FAILED':
      return { kind: 'failed', reason: 'other', operator_code: said.status };
    case 'EXPIRED':
      return { kind: 'failed', reason: 'payer_timeout', operator_code: said.status };
    case 'INITIATED':
    case 'PENDING':
      return { kind: 'pending', action: null };
    default:
      return { kind: 'unknown', cause: 'unreadable' };
  }
}

/** The token of an order's page; null if it is not known. */
export function payTokenOf({ provider_reference }: LookupRequest): string | null {
  return provider_reference === earlier_page ? null : provider_reference;
}

/**
 * Whether a customer may have been shown the page of an order although we do not know it: the database was restored
 * after the request, or before it and without an earlier one. The payment then needs review.
 */
export function mayBeShown({ provider_reference, is_restored = false }: LookupRequest): boolean {
  return is_restored || provider_reference === earlier_page;
}

/** The outcome of an order whose page we do not know. If no customer was shown the page, none has paid. */
export function withoutToken(request: LookupRequest, now: Date): Outcome {
  return !mayBeShown(request) && ageOf(request, now) >= page_gone_after_ms
    ? { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' }
    : { kind: 'unknown', cause: 'not_found' };
}
