import { readJson } from '../http/read-json.ts';
import { redact } from '../http/redact.ts';
import { storableText } from '../http/storable.ts';

/** Body of a creating call: a request to pay has a payer, a transfer a payee, a refund neither. */
export interface WireOrder {
  /** A decimal in the major unit. */
  readonly amount: string;
  readonly currency: string;
  readonly externalId: string;
  readonly payer?: WireParty;
  readonly payee?: WireParty;
  readonly payerMessage: string;
  readonly payeeNote: string;
  /** `X-Reference-Id` of the request to pay that a refund refers to. */
  readonly referenceIdToRefund?: string;
}

interface WireParty {
  readonly partyIdType: 'MSISDN';
  /** With country code, digits only. */
  readonly partyId: string;
}

/** A transaction in inquiries and callbacks. Unknown fields are dropped, unknown codes kept as text. */
export interface WireTransaction {
  readonly status: string;
  /** A decimal; null if missing or invalid. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly external_id: string | null;
  /** MTN's id of the transaction, once money has moved. */
  readonly financial_transaction_id: string | null;
  /** MTN's code of the failure. */
  readonly reason: string | null;
}

/** Parses a transaction; undefined for anything without a status. */
export function readTransaction(text: string): WireTransaction | undefined {
  const wire = readObject(text);
  const status = textOf(wire?.status);
  if (!wire || status === null) return undefined;
  return {
    status,
    amount: textOf(wire.amount),
    currency: textOf(wire.currency),
    external_id: textOf(wire.externalId),
    financial_transaction_id: textOf(wire.financialTransactionId),
    reason: readReason(wire.reason),
  };
}

/**
 * MTN's code in an error's body, `{"code", "message"}`; null for a proxy's page, or an error of the gateway.
 */
export function readErrorCode(text: string): string | null {
  return textOf(readObject(text)?.code);
}

/** Parses a response to `POST /{product}/token/`; undefined without a token. */
export function readToken(text: string): { readonly token: string; readonly lifetime_s: number } | undefined {
  const wire = readObject(text);
  const token = textOf(wire?.access_token);
  if (token === null) return undefined;
  const lifetime_s = Number(wire?.expires_in);
  return { token, lifetime_s: lifetime_s > 0 ? lifetime_s : unsaid_lifetime_s };
}

/** A token without a lifetime is not trusted for long. */
const unsaid_lifetime_s = 60;

/** The maximum length of a stored response. */
const kept_length_max = 4 * 1024;

/**
 * A response as stored: without numbers and secrets, cut to length, without what the database cannot store.
 */
export function keepText(text: string, sensitive: readonly string[] = []): string {
  return storableText(redact(text, sensitive).slice(0, kept_length_max));
}

/** Parses an account's balance; undefined if there is none. */
export function readBalance(
  text: string,
): { readonly amount: string; readonly currency: string } | undefined {
  const wire = readObject(text);
  const amount = textOf(wire?.availableBalance);
  const currency = textOf(wire?.currency);
  return amount === null || currency === null ? undefined : { amount, currency };
}

/** Plain text in observed responses, an object in the published schema. */
function readReason(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'code' in value ? textOf(value.code) : textOf(value);
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = readJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** Longer than any code, amount or number of MTN's. */
const text_length_max = 200;

/**
 * Converts a value to text, numbers in their shortest form: amounts and ids can be either. What the database cannot
 * store is removed.
 */
function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = value
    .replace(/\p{Cc}/gu, '')
    .slice(0, text_length_max)
    .toWellFormed();
  return text === '' ? null : text;
}
