import { signReturn } from '../../events/webhooks/delivery/sign.ts';
import { listSigningSecrets } from '../../events/webhooks/endpoints/queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Payment } from '../queries.ts';

/**
 * The URL to which the customer returns after paying: the merchant's URL with `payment_id`, `status` and, if the
 * merchant has a webhook endpoint, a `result` signed with its secret (unless the secret cannot be decrypted). It is a convenience for the merchant's page,
 * never evidence of payment (interface section "What the service does", 5).
 */
export async function returnUrl(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  payment: Payment,
): Promise<string> {
  const now = ctx.clock.now();
  const sealed = await listSigningSecrets(ctx.db, payment, now);
  const secrets = sealed.flatMap((secret) => openOrSkip(ctx, secret));
  const url = new URL(payment.return_url);
  url.searchParams.set('payment_id', payment.id);
  url.searchParams.set('status', payment.status);
  if (secrets.length > 0) {
    const result = signReturn({
      payment_id: payment.id,
      status: payment.status,
      secrets,
      at: now,
    });
    url.searchParams.set('result', result);
  }
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
