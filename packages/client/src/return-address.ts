import { believe, readServiceClaim, type Secrets, type Tolerance } from './claim.ts';
import type { PaymentStatus } from './payment.ts';
import { SignatureError } from './signature-error.ts';

/** The verified contents of a return address. */
export interface SignedReturn {
  readonly payment_id: string;
  readonly status: PaymentStatus;
  /** Address of the receipt, which you can show or send to the customer; absent if it is not signed. */
  readonly receipt?: string;
}

/** A query as web frameworks parse it: a repeated parameter is an array, a missing one is absent. */
export type QueryRecord = Readonly<Record<string, string | readonly string[] | undefined>>;
export type ReturnAddress = string | URL | URLSearchParams | QueryRecord;

/**
 * Verifies the signed `result` of the address with which the customer returned, without an API call. Use it to
 * greet the customer, but deliver goods only after the webhook or `payments.verify`.
 *
 * @param address the address of the request, absolute or starting with its path, or its query: a string with or
 * without `?`, `URLSearchParams`, or a record as web frameworks parse it.
 * @param secret the secret of a webhook endpoint; without an endpoint, Guichet signs nothing.
 * @param options `tolerance`: 1800 seconds by default, because the page may stay open for a while before the
 * redirect.
 * @throws SignatureError if the address cannot be trusted: ignore it and show the status that you know.
 * @throws TypeError for invalid arguments: no secret, or an invalid tolerance.
 */
export async function verifyReturn(
  address: ReturnAddress,
  secret: Secrets,
  { tolerance = 1800 }: Tolerance = {},
): Promise<SignedReturn> {
  const query = readQuery(address);
  const payment_id = query('payment_id');
  const status = query('status');
  const result = query('result');
  // The payment id and the status may contain no dot, because a dot separates them: otherwise one signature would
  // match two different pairs.
  if (!(result && /^\w+$/.test(payment_id) && /^\w+$/.test(status))) {
    throw new SignatureError('missing_signature', 'The address carries no signed result.');
  }
  await believe(readServiceClaim(result), `${payment_id}.${status}`, secret, tolerance);
  const receipt = query('receipt');
  const receipt_result = query('receipt_result');
  if (!(receipt && receipt_result)) return { payment_id, status };
  await believe(readServiceClaim(receipt_result), receipt, secret, tolerance);
  return { payment_id, status, receipt };
}

/**
 * Makes a reader of parameters, which returns the first value of a repeated one and an empty string for a missing
 * one.
 */
function readQuery(address: ReturnAddress): (name: string) => string {
  if (typeof address === 'object' && !(address instanceof URL || address instanceof URLSearchParams)) {
    return (name) => {
      const [value] = Object.hasOwn(address, name) ? [address[name]].flat() : [];
      return typeof value === 'string' ? value : '';
    };
  }
  const parameters = address instanceof URLSearchParams ? address : new URLSearchParams(queryOf(address));
  return (name) => parameters.get(name) ?? '';
}

/**
 * Returns the query of an address. `new URL` would throw on a malformed request from a stranger, which is not the
 * caller's fault.
 */
function queryOf(address: string | URL): string {
  const [before = '', query] = (String(address).split('#')[0] ?? '').split(/\?(.*)/s);
  return query ?? (/^[\w.~%+-]+=/.test(before) ? before : '');
}
