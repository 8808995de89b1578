import { type Money, majorNumber } from '@guichet/kernel/money';
import type { Outcome } from '@guichet/kernel/outcome';
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
/** The `order_id` was used before. */
const known_order = '1204';

/** After this no customer can be on a page that is unknown to us: a page is valid for 10 minutes. */
const page_gone_after_ms = 15 * 60_000;

type Settings = SettingsOf<'web-payment'>;

/**
 * @param callback_url of the account; our reference is appended if it fits, otherwise there is no callback
 */
export function initOf(request: CollectRequest, settings: Settings, callback_url: string): unknown {
  const { money, reference, page_url } = request;
  const notif_url = `${callback_url}/${reference}`;
  return {
    merchant_key: settings.merchant_key.reveal(),
    currency: settings.sandbox === true ? sandbox_currency : money.currency,
    order_id: orderIdOf(reference),
    amount: amountOf(money, settings),
    return_url: page_url,
    cancel_url: page_url,
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

/** Major units, or hundredths of them if the contract requires those. */
function amountOf({ amount_minor, currency }: Money, { amount_factor = 1 }: Settings): number {
  return majorNumber({ amount_minor: amount_minor * BigInt(amount_factor), currency });
}

/**
 * The outcome of requesting a page. Money only moves when a customer confirms on that page, and only the response
 * has its URL: without the response no customer was asked, and none can be.
 */
export function readInit({ sent, result }: ApiResult): {
  readonly outcome: Outcome;
  readonly pay_token: string | null;
} {
  if (!sent) return { outcome: notAsked(`no_token_${wordOf(result)}`), pay_token: null };
  const page = isTaken(result) && result.kind === 'reply' ? readPage(result.text) : undefined;
  if (page) {
    const action = { kind: 'redirect', url: page.payment_url } as const;
    return { outcome: { kind: 'pending', action }, pay_token: page.pay_token };
  }
  return { outcome: withoutPage(result), pay_token: null };
}

function withoutPage(result: HttpResult): Outcome {
  const code = result.kind === 'reply' ? readCode(result.text) : undefined;
  // Requested twice: the page of the first request may be open.
  if (code === known_order) return { kind: 'pending', action: null };
  const status = refusedWith(result);
  // 401 and 403 concern the account, whatever the code.
  const isRefused = status !== undefined && status !== 401 && status !== 403 && code !== undefined;
  return notAsked(code ?? wordOf(result), isRefused ? 'other' : 'operator_down');
}

/** Maps the response to an inquiry about an order. It has no amount: a success counts as the requested amount. */
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

/**
 * The outcome of an order whose page we do not know. No customer was shown it, unless the database was restored
 * since: then the customer may have paid there, and the payment needs review.
 */
export function withoutToken({ created_at, is_restored = false }: LookupRequest, now: Date): Outcome {
  return !is_restored && now.getTime() - created_at.getTime() >= page_gone_after_ms
    ? { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' }
    : { kind: 'unknown', cause: 'not_found' };
}
