import { isObject, readJson } from '../http/read-json.ts';

/** The kinds of FedaPay's objects: incoming money is a transaction, outgoing money a payout. */
export type Kind = 'transaction' | 'payout';

/** A transaction or a payout of FedaPay, without personal data. */
export interface WireRecord {
  /** A string, although FedaPay sends a number. */
  readonly id: string;
  readonly status: string;
  /** Our reference, if FedaPay repeats it. */
  readonly reference: string | null;
  readonly amount: number | string | null;
  /** The amount that a recipient gets, if fees are deducted. */
  readonly amount_transferred: number | string | null;
  /** ISO 4217, if the response includes the currency. */
  readonly currency: string | null;
  /** The operator's reason, which FedaPay also sets for pending objects. */
  readonly error_code: string | null;
}

/** Parses a response about one transaction or payout; undefined if it is missing or incomplete. */
export function readRecord(kind: Kind, text: string): WireRecord | undefined {
  return recordIn(kind, readJson(text));
}

/** Parses the response to starting payouts, which is a list. */
export function readStarted(text: string): WireRecord | undefined {
  const json = readJson(text);
  const list = isObject(json) ? (json['v1/payouts'] ?? json.payouts) : json;
  return recordIn('payout', Array.isArray(list) ? list[0] : json);
}

/** Parses the response that makes a transaction payable; undefined without a token. */
export function readToken(text: string): string | undefined {
  const json = readJson(text);
  const inner = isObject(json) ? (json['v1/token'] ?? json) : undefined;
  return isObject(inner) && typeof inner.token === 'string' && inner.token !== '' ? inner.token : undefined;
}

/** The event of a webhook. */
export interface WireEvent {
  readonly id: string | null;
  /** `transaction.approved` */
  readonly name: string;
  readonly kind: Kind;
  readonly record: WireRecord;
}

/** Parses a webhook's body; undefined when it is not about money. */
export function readEvent(text: string): WireEvent | undefined {
  const json = readJson(text);
  if (!isObject(json) || typeof json.name !== 'string') return undefined;
  const [kind] = json.name.split('.');
  if (kind !== 'transaction' && kind !== 'payout') return undefined;
  const record = recordIn(kind, json.entity);
  return record && { id: textOf(json.id), name: json.name, kind, record };
}

/** An account's balance of one mode. */
export interface WireBalance {
  readonly mode: string;
  readonly amount: number | string;
}

/** Parses the list of balances; undefined when one of them is invalid. */
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

/** Whether a response says that a push was accepted. The payment is then only in progress. */
export function isIntent(text: string): boolean {
  const json = readJson(text);
  return isObject(json) && !isObject(json.errors);
}

/** Whether a response is a refusal by FedaPay itself: a proxy's page is not. */
export function isRefusal(text: string): boolean {
  const json = readJson(text);
  return isObject(json) && (typeof json.message === 'string' || isObject(json.errors));
}

/** Whether a refusal is about our reference: it may be in use, by an earlier request. */
export function isAboutReference(text: string): boolean {
  const json = readJson(text);
  return isObject(json) && isObject(json.errors) && 'merchant_reference' in json.errors;
}

/** Finds the object, which is wrapped under a key with the version, under a key without it, or not at all. */
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
    // We send the reference twice, because not every response repeats the first field.
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
