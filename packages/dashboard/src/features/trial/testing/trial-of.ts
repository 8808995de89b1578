import type { PaymentDetail } from '../../payments/payment.ts';

const at = '2026-03-01T10:00:00+00:00';

/** Makes the details of a payment of 5,000 XOF that has just been started, with some changes. */
export function trialOf(
  id: string,
  change: Partial<PaymentDetail> = {},
  payment: Partial<PaymentDetail['payment']> = {},
): PaymentDetail {
  return {
    payment: {
      ...{ id, object: 'payment', status: 'pending', amount: 5000, currency: 'XOF', fee: null },
      ...{ charged_amount: null, refunded_amount: 0, received_amount: null, received_currency: null },
      ...{ operator: null, description: 'A trial order', metadata: { trial: true }, payment_link: null },
      customer: { id: null, email: null, first_name: null, last_name: null, phone: null, country: null },
      ...{ failure: null, reversal: null, retryable: false, late: false, reference: '7KQ2M9XD4A' },
      checkout: { session_token: 'token-of-the-session', expires_at: at },
      ...{ return_url: 'https://pay.example/r/7KQ2M9XD4A', cancel_url: null, livemode: false },
      ...{ created_at: at, paid_at: null },
      ...payment,
    },
    ...{
      shift: null,
      operator: null,
      collection: null,
      needs_review: false,
      changes: [],
      attempts: [],
      refunds: [],
    },
    ...{ resolutions: [], ledger_entries: [], deliveries: [] },
    ...change,
  };
}
