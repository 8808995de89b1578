import { signReturn } from '../../events/webhooks/delivery/sign.ts';
import { listSigningSecrets } from '../../events/webhooks/endpoints/queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Payment } from '../queries.ts';
import { referenceOf } from '../reference.ts';

/**
 * The URL to which the customer returns after paying: the merchant's URL with `payment_id`, `status` and, if the
 * merchant has a webhook endpoint, a `result` signed with its secret (unless the secret cannot be decrypted); also the
 * address of the receipt, signed in `receipt_result`. It is a convenience for the merchant's page, never evidence of
 * payment (interface section "What the service does", 5).
 */
export async function returnUrl(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets' | 'public_url'>,
  payment: Payment,
): Promise<string> {
  if (returnsToReceipt(ctx, payment)) return payment.return_url;
  const now = ctx.clock.now();
  const sealed = await listSigningSecrets(ctx.db, payment, now);
  const secrets = sealed.flatMap((secret) => openOrSkip(ctx, secret));
  const { id: payment_id, status } = payment;
  const receipt = `${ctx.public_url}/r/${referenceOf(payment_id)}`;
  const sign = (text: string): string => signReturn({ text, secrets, at: now });
  const results = secrets.length > 0 && {
    result: sign(`${payment_id}.${status}`),
    receipt_result: sign(receipt),
  };
  const added = { payment_id, status, receipt, ...results };
  return withParameters(payment.return_url, new URLSearchParams(added));
}

/**
 * Whether the customer goes to the receipt after paying, because nobody named another address: the payment was made
 * by a payment link, at a counter, or as a trial.
 */
export function returnsToReceipt(
  { public_url }: Pick<Context, 'public_url'>,
  { id, return_url }: Pick<Payment, 'id' | 'return_url'>,
): boolean {
  return return_url === `${public_url}/r/${referenceOf(id)}`;
}

/**
 * Adds parameters to a URL, in place of any with the same names. All other parameters are left as they are,
 * because the merchant may have signed them: URLSearchParams would write them differently (`%20` as `+`,
 * `%E9` as `%EF%BF%BD`, `flag` as `flag=`).
 */
function withParameters(text: string, added: URLSearchParams): string {
  const url = new URL(text);
  const isReplaced = (pair: string) => [...new URLSearchParams(pair).keys()].some((name) => added.has(name));
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isReplaced(pair));
  url.search = [...kept, added].join('&');
  return url.href;
}

/** Skips a secret that SECRET_KEY does not decrypt: the customer has to return in any case. */
function openOrSkip({ secrets }: Pick<Context, 'secrets'>, sealed: string): [] | [string] {
  try {
    return [secrets.open(sealed)];
  } catch {
    return [];
  }
}
