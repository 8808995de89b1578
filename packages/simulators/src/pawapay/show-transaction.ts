import type { Entry } from '../books.ts';
import type { Order } from './check-order.ts';

/** The fields of a transaction that pawaPay stores in addition to its state. */
export interface Extra {
  /** The order from the merchant's request; for a refund, the deposit's order with the amount of the refund. */
  readonly order: Order;
  /** The time from which the URL of a redirect is available. */
  readonly redirect_at: Date | null;
  /** Whether it is queued until its operator is available again. */
  readonly is_enqueued: boolean;
}

export const idFields = { collect: 'depositId', payout: 'payoutId', refund: 'refundId' } as const;

/** The `data` of a status response, which is also the body of a callback, except for `clientReferenceId`. */
export function showTransaction(
  entry: Entry<Extra>,
  now: Date,
  authorization_url: string | null,
): Record<string, unknown> {
  const { order } = entry.extra;
  const { body, provider } = order;
  const party = {
    type: 'MMO',
    accountDetails: { phoneNumber: entry.phone, provider: provider.code },
  };
  const [whole, decimals = ''] = (entry.moved_amount ?? entry.asked_amount).split('.');
  const isReady = entry.extra.redirect_at !== null && entry.extra.redirect_at <= now;
  return {
    [idFields[entry.direction]]: entry.reference,
    ...(entry.direction === 'refund' && { depositId: order.id }),
    status: statusOf(entry, now),
    amount: `${whole}.${decimals.padEnd(2, '0')}`,
    currency: entry.currency,
    country: provider.country,
    [entry.direction === 'collect' ? 'payer' : 'recipient']: party,
    ...(typeof body.customerMessage === 'string' && { customerMessage: body.customerMessage }),
    ...(typeof body.clientReferenceId === 'string' && { clientReferenceId: body.clientReferenceId }),
    created: entry.created_at.toISOString(),
    ...(entry.status === 'success' && { providerTransactionId: entry.provider_reference }),
    ...(entry.status === 'failed' && {
      failureReason: { failureCode: entry.code, failureMessage: `The transaction failed: ${entry.code}.` },
    }),
    ...(isReady &&
      entry.status === 'pending' && {
        authorizationUrl: authorization_url,
        nextStep: 'REDIRECT_TO_AUTH_URL',
      }),
  };
}

function statusOf(entry: Entry<Extra>, now: Date): string {
  if (entry.status === 'success') return 'COMPLETED';
  if (entry.status === 'failed') return 'FAILED';
  if (entry.extra.is_enqueued) return 'ENQUEUED';
  return entry.created_at.getTime() === now.getTime() ? 'ACCEPTED' : 'PROCESSING';
}
