import { believe, readServiceClaim, type Secrets, type Tolerance } from './claim.ts';
import type { PaymentStatus } from './payment.ts';
import { SignatureError } from './signature-error.ts';

/** What the address of the way back says, proved to come from Guichet. */
export interface SignedReturn {
  readonly payment_id: string;
  readonly status: PaymentStatus;
}

/** A query as frameworks hand it on: a parameter that came several times is a list, one that did not come is absent. */
export type QueryRecord = Readonly<Record<string, string | readonly string[] | undefined>>;
export type ReturnAddress = string | URL | URLSearchParams | QueryRecord;

/**
 * Checks the signed `result` of the address on which the customer came back, without a call to the service.
 * It is for greeting the customer: goods go out on the webhook or `payments.verify`.
 *
 * @param address the address of the request, whole or from its path on, or its query: a text with or without `?`,
 *   `URLSearchParams`, or a record as web frameworks make of it.
 * @param secret that of a webhook endpoint; without an endpoint Guichet signs nothing.
 * @param options `tolerance`: 1800 seconds by default, because the page that leads back may stay open a while.
 * @throws SignatureError when it must not be believed: show what you know without it.
 * @throws TypeError when the call itself is wrong: no secret, a wrong tolerance.
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
  // No dot but the one between: else one signature would fit two pairs.
  if (!(result && /^\w+$/.test(payment_id) && /^\w+$/.test(status))) {
    throw new SignatureError('missing_signature', 'The address carries no signed result.');
  }
  await believe(readServiceClaim(result), `${payment_id}.${status}`, secret, tolerance);
  return { payment_id, status };
}

/** Reads parameters by name: the first one where it came several times, an empty text where it did not come. */
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

/** Not by `new URL`: what a stranger asks for need not be an address, and that is no fault of the caller. */
function queryOf(address: string | URL): string {
  const [before = '', query] = (String(address).split('#')[0] ?? '').split(/\?(.*)/s);
  return query ?? (/^[\w.~%+-]+=/.test(before) ? before : '');
}
