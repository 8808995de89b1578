import type { Direction } from '../contract.ts';
import { readJson } from '../http/read-json.ts';

/** The response to a request that moves money. */
export interface Initiation {
  /** null if the response contains no reference, because the request was refused before its body was read. */
  readonly reference: string | null;
  /** `ACCEPTED`, `REJECTED`, `DUPLICATE_IGNORED`, or an unknown value. */
  readonly status: string | null;
  readonly next_step: string | null;
  readonly failure_code: string | null;
}

/** A transaction in pawaPay's books: `data` of an inquiry's response, and the body of a callback. */
export interface WireTransaction {
  readonly direction: Direction;
  readonly reference: string;
  /** May be an unknown value. */
  readonly status: string;
  /** A decimal in the major unit; some responses contain a number instead of a string. */
  readonly amount: string | number | null;
  readonly currency: string | null;
  /** pawaPay's code for the operator. */
  readonly provider: string | null;
  readonly provider_transaction: string | null;
  readonly failure_code: string | null;
  readonly authorization_url: string | null;
}

export const paths = { collect: '/v2/deposits', payout: '/v2/payouts', refund: '/v2/refunds' } as const;
const idFields = { collect: 'depositId', payout: 'payoutId', refund: 'refundId' } as const;

/** Returns the fields of an object, including unknown ones; no fields for any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @returns undefined for anything but a response of pawaPay */
export function readInitiation(text: string, direction: Direction): Initiation | undefined {
  const fields = fieldsOf(readJson(text));
  const status = textOf(fields.status);
  const failure_code = textOf(fieldsOf(fields.failureReason).failureCode);
  if (status === null && failure_code === null) return undefined;
  return {
    reference: textOf(fields[idFields[direction]]),
    status,
    next_step: textOf(fields.nextStep),
    failure_code,
  };
}

/** @returns undefined for anything but a response of pawaPay to this inquiry */
export function readStatus(
  text: string,
  direction: Direction,
  reference: string,
): WireTransaction | 'not_found' | undefined {
  const { status, data } = fieldsOf(readJson(text));
  if (status === 'NOT_FOUND') return 'not_found';
  if (status !== 'FOUND') return undefined;
  const transaction = readTransaction(data);
  return transaction?.direction === direction && transaction.reference === reference
    ? transaction
    : undefined;
}

/** @returns undefined if the value is not a transaction */
export function readTransaction(value: unknown): WireTransaction | undefined {
  const fields = fieldsOf(value);
  // A refund also has a `depositId`, so refunds are checked first.
  const direction = (['refund', 'payout', 'collect'] as const).find(
    (one) => textOf(fields[idFields[one]]) !== null,
  );
  const reference = direction && textOf(fields[idFields[direction]]);
  const status = textOf(fields.status);
  if (!direction || !reference || status === null) return undefined;
  const { accountDetails } = fieldsOf(fields.payer ?? fields.recipient);
  const { amount } = fields;
  return {
    direction,
    reference,
    status,
    amount: typeof amount === 'string' || typeof amount === 'number' ? amount : null,
    currency: textOf(fields.currency),
    provider: textOf(fieldsOf(accountDetails).provider),
    provider_transaction: textOf(fields.providerTransactionId),
    failure_code: textOf(fieldsOf(fields.failureReason).failureCode),
    authorization_url: textOf(fields.authorizationUrl),
  };
}

/** Parses `[{id, key}]` of `/v2/public-key/http`. */
export function readKeys(text: string): ReadonlyMap<string, string> {
  return new Map(
    listOf(readJson(text)).flatMap((one): [string, string][] => {
      const { id, key } = fieldsOf(one);
      return typeof id === 'string' && typeof key === 'string' ? [[id, key]] : [];
    }),
  );
}

export interface WireBalance {
  readonly country: string;
  readonly provider: string;
  readonly currency: string;
  readonly balance: string | number;
}

/** @returns undefined for anything but a list of balances */
export function readBalances(text: string): readonly WireBalance[] | undefined {
  const { balances } = fieldsOf(readJson(text));
  if (!Array.isArray(balances)) return undefined;
  return balances.flatMap((one) => {
    const { country, provider, currency, balance } = fieldsOf(one);
    const isAmount = typeof balance === 'string' || typeof balance === 'number';
    if (typeof currency !== 'string' || !isAmount) return [];
    return [{ country: textOf(country) ?? '', provider: textOf(provider) ?? '', currency, balance }];
  });
}
