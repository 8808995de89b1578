import { readJson } from '../http/read-json.ts';

/** What FedaPay keeps: money that comes in is a transaction, money that goes out a payout. */
export type Kind = 'transaction' | 'payout';

/** A transaction or a payout as FedaPay tells it. What it says of people is left behind. */
export interface WireRecord {
  /** A number there, a name here. */
  readonly id: string;
  readonly status: string;
  /** Ours, where FedaPay repeats it. */
  readonly reference: string | null;
  readonly amount: number | string | null;
  /** What a recipient gets, where fees are taken from the amount. */
  readonly amount_transferred: number | string | null;
  /** ISO 4217, where the answer includes the currency. */
  readonly currency: string | null;
  /** The operator's reason, which FedaPay also keeps for things that are still pending. */
  readonly error_code: string | null;
}

/** Reads an answer about one transaction or payout; undefined when it holds none that is whole. */
export function readRecord(kind: Kind, text: string): WireRecord | undefined {
  return recordIn(kind, readJson(text));
}

/** Reads the answer to starting payouts, which is a list. */
export function readStarted(text: string): WireRecord | undefined {
  const json = readJson(text);
  const list = isObject(json) ? (json['v1/payouts'] ?? json.payouts) : json;
  return recordIn('payout', Array.isArray(list) ? list[0] : json);
}

/** Reads the answer that makes a transaction payable; undefined when it holds no token. */
export function readToken(text: string): string | undefined {
  const json = readJson(text);
  const inner = isObject(json) ? (json['v1/token'] ?? json) : undefined;
  return isObject(inner) && typeof inner.token === 'string' && inner.token !== '' ? inner.token : undefined;
}

/** An event as a webhook brings it. */
export interface WireEvent {
  readonly id: string | null;
  /** `transaction.approved` */
  readonly name: string;
  readonly kind: Kind;
  readonly record: WireRecord;
}

/** Reads a webhook's body; undefined when it is not about money. */
export function readEvent(text: string): WireEvent | undefined {
  const json = readJson(text);
  if (!isObject(json) || typeof json.name !== 'string') return undefined;
  const [kind] = json.name.split('.');
  if (kind !== 'transaction' && kind !== 'payout') return undefined;
  const record = recordIn(kind, json.entity);
  return record && { id: textOf(json.id), name: json.name, kind, record };
}

/** What an account holds of one mode. */
export interface WireBalance {
  readonly mode: string;
  readonly amount: number | string;
}

/** Reads the list of balances; undefined when one of them cannot be read. */
export function readBalances(text: string): readonly WireBalance[] | undefined {
  const json = readJson(text);
  const list = isObject(json) ? (json['v1/balances'] ?? json.balances) : json;
  if (!Array.isArray(list)) return undefined;
  const read = list.map((one: unknown) => {
    if (!isObject(one)) return undefined;
    const amount = amountOf(one.amount);
    return amount === null ? undefined : { mode: textOf(one.mode) ?? '', amount };
  });
  return read.every((one) => one !== undefined) ? read : undefined;
}

/** True for the answer to a push that was taken: what it says of the payment is no more than that it is under way. */
export function isIntent(text: string): boolean {
  const json = readJson(text);
  return isObject(json) && !isObject(json.errors);
}

/** True for an answer in FedaPay's own words that says no: a page of a proxy is none. */
export function isRefusal(text: string): boolean {
  const json = readJson(text);
  return isObject(json) && (typeof json.message === 'string' || isObject(json.errors));
}

/** Objects are wrapped in a name with the version, in a name without, or not at all. */
function recordIn(kind: Kind, json: unknown): WireRecord | undefined {
  if (!isObject(json)) return undefined;
  const inner = json[`v1/${kind}`] ?? json[kind] ?? json;
  if (!isObject(inner)) return undefined;
  const id = textOf(inner.id);
  const { status, currency, custom_metadata } = inner;
  if (id === null || typeof status !== 'string' || status === '') return undefined;
  return {
    id,
    status,
    // We give it twice, because not every answer repeats the first.
    reference:
      textOf(inner.merchant_reference) ??
      (isObject(custom_metadata) ? textOf(custom_metadata.reference) : null),
    amount: amountOf(inner.amount),
    amount_transferred: amountOf(inner.amount_transferred),
    currency: isObject(currency) ? textOf(currency.iso) : null,
    error_code: textOf(inner.last_error_code),
  };
}

function amountOf(value: unknown): number | string | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
