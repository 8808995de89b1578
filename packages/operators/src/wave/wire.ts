import { readJson } from '../http/read-json.ts';
import { redact } from '../http/redact.ts';
import { storableText } from '../http/storable.ts';

/** The relevant part of a payment link. Unknown values that Wave may add are kept. */
export interface Session {
  readonly id: string;
  readonly checkout_status: string;
  readonly payment_status: string | null;
  /** As received; a string according to the documentation. */
  readonly amount: unknown;
  readonly currency: string | null;
  readonly client_reference: string | null;
  readonly wave_launch_url: string | null;
  readonly transaction_id: string | null;
  /** Code of the last failed attempt. */
  readonly last_error: string | null;
  readonly when_created: string | null;
}

/** The relevant part of a payout, without the name and phone number. */
export interface Payout {
  readonly id: string;
  readonly status: string;
  readonly receive_amount: unknown;
  readonly currency: string | null;
  readonly client_reference: string | null;
  readonly error_code: string | null;
}

/** An entry of the list of transactions. */
export interface Item {
  readonly transaction_id: string | null;
  readonly transaction_type: string | null;
  readonly amount: unknown;
  /** The amount may be net of it. */
  readonly fee: unknown;
  readonly currency: string | null;
  readonly session_id: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** @returns undefined for anything but a session */
export function readSession(value: unknown): Session | undefined {
  const fields = fieldsOf(value);
  const [id, checkout_status] = [textOf(fields.id), textOf(fields.checkout_status)];
  if (id === null || checkout_status === null) return undefined;
  return {
    id,
    checkout_status,
    payment_status: textOf(fields.payment_status),
    amount: fields.amount,
    currency: textOf(fields.currency),
    client_reference: textOf(fields.client_reference),
    wave_launch_url: textOf(fields.wave_launch_url),
    transaction_id: textOf(fields.transaction_id),
    last_error: textOf(fieldsOf(fields.last_payment_error).code),
    when_created: textOf(fields.when_created),
  };
}

/** @returns undefined for anything but a payout */
export function readPayout(value: unknown): Payout | undefined {
  const fields = fieldsOf(value);
  const [id, status] = [textOf(fields.id), textOf(fields.status)];
  if (id === null || status === null) return undefined;
  return {
    id,
    status,
    receive_amount: fields.receive_amount,
    currency: textOf(fields.currency),
    client_reference: textOf(fields.client_reference),
    error_code: textOf(fieldsOf(fields.payout_error).error_code),
  };
}

/** Parses the response to a search. @returns undefined for anything but a list of the expected objects */
export function readFound<Found>(
  text: string,
  read: (value: unknown) => Found | undefined,
): readonly Found[] | undefined {
  const { result, items } = fieldsOf(readJson(text));
  // The documentation has `result`; one code base reads `items`.
  const list = Array.isArray(result) ? result : items;
  if (!Array.isArray(list)) return undefined;
  const found = list.map(read);
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** Parses a page of the list of transactions. `next` is the cursor of the next page; null on the last page. */
export function readPage(
  text: string,
): { readonly items: readonly Item[]; readonly next: string | null } | undefined {
  const { items, page_info } = fieldsOf(readJson(text));
  const { has_next_page, end_cursor } = fieldsOf(page_info);
  if (!Array.isArray(items) || typeof has_next_page !== 'boolean') return undefined;
  const next = has_next_page ? textOf(end_cursor) : null;
  if (has_next_page && next === null) return undefined;
  return { items: items.map(readItem), next };
}

function readItem(value: unknown): Item {
  const fields = fieldsOf(value);
  return {
    transaction_id: textOf(fields.transaction_id),
    transaction_type: textOf(fields.transaction_type),
    amount: fields.amount,
    fee: fields.fee,
    currency: textOf(fields.currency),
    session_id: textOf(fields.checkout_api_session_id),
  };
}

/** Returns the code of an error response of Wave; null for anything else, such as a proxy's page. */
export function readErrorCode(text: string): string | null {
  return textOf(fieldsOf(readJson(text)).code);
}

/** The event of a webhook. */
export function readEvent(body: string): { readonly type: string; readonly data: unknown } | undefined {
  const { type, data } = fieldsOf(readJson(body));
  return typeof type === 'string' ? { type, data } : undefined;
}

/** The wallet's balance. */
export function readBalance(text: string): { readonly amount: unknown; readonly currency: string | null } {
  const { amount, currency } = fieldsOf(readJson(text));
  return { amount, currency: textOf(currency) };
}

const kept_length_max = 2_000;

/** Redacts and shortens an unreadable response, to keep it for support. */
export function keepText(text: string, sensitive: readonly string[]): string {
  return storableText(redact(text, sensitive).slice(0, kept_length_max));
}
