import { believe, readServiceClaim, type Secrets, type Tolerance } from './claim.ts';
import type { PaymentStatus } from './payment.ts';
import { SignatureError } from './signature-error.ts';

/** What the address of the way back says, proved to come from Guichet. */
export interface SignedReturn {
  readonly payment_id: string;
  readonly status: PaymentStatus;
}

/**
 * Checks the signed `result` of the address on which the customer came back, without a call to the service.
 * It is for greeting the customer: goods go out on the webhook or `payments.verify`.
 *
 * @param url the address of the request, whole or from its path on, exactly as it came.
 * @param secret that of a webhook endpoint; without an endpoint Guichet signs nothing.
 * @param options `tolerance`: 1800 seconds by default, because the page that leads back may stay open a while.
 * @throws SignatureError when it must not be believed: show what you know without it.
 * @throws TypeError when the call itself is wrong: no secret, a wrong tolerance.
 */
export async function verifyReturn(
  url: string | URL,
  secret: Secrets,
  { tolerance = 1800 }: Tolerance = {},
): Promise<SignedReturn> {
  // Not `new URL`: what a stranger asks for need not be an address, and that is no fault of the caller.
  const query = new URLSearchParams(String(url).split(/[?#]/)[1]);
  const payment_id = query.get('payment_id') ?? '';
  const status = query.get('status') ?? '';
  const result = query.get('result');
  // No dot but the one between: else one signature would fit two pairs.
  if (!(result && /^\w+$/.test(payment_id) && /^\w+$/.test(status))) {
    throw new SignatureError('missing_signature', 'The address carries no signed result.');
  }
  await believe(readServiceClaim(result), `${payment_id}.${status}`, secret, tolerance);
  return { payment_id, status };
}
