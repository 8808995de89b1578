import {
  Guichet,
  type PaymentEvent,
  signWebhook,
  toMajor,
  toMinor,
  type WebhookEvent,
} from '@guichet/client';

const guichet = new Guichet({ apiKey: 'svc_test_key' });
const back = { currency: 'GHS', return_url: 'https://shop.example/back' };

// @ts-expect-error this option does not exist
new Guichet({ apiKey: 'svc_test_key', retries: 3 });
// @ts-expect-error a time is a number of milliseconds
new Guichet({ apiKey: 'svc_test_key', timeout: '30s' });

export async function scale(): Promise<void> {
  const minor = toMinor(12.5, 'GHS');
  // @ts-expect-error already scaled to the smallest unit
  toMinor(minor, 'GHS');
  // @ts-expect-error already scaled to the major unit
  toMajor(toMajor(1250, 'GHS'), 'GHS');
  // @ts-expect-error a payment's amount is in the major unit
  await guichet.payments.create({ amount: minor, ...back });
  // @ts-expect-error a session's amount is in the major unit
  await guichet.checkout.initialize({ amount: minor, ...back });
  const recipient = { phone: '+2250700000000' };
  // @ts-expect-error a payout's amount is in the major unit
  await guichet.payouts.create({ amount: minor, currency: 'GHS', operator: 'mtn_gh', recipient });
  const payment = await guichet.payments.retrieve('pay_1');
  // @ts-expect-error amounts of a payment are in the major unit
  toMajor(payment.amount, 'GHS');
  // @ts-expect-error money is not a text
  await guichet.payments.create({ amount: '12.50', ...back });
  // @ts-expect-error money is not a bigint, which JSON does not have
  await guichet.payments.create({ amount: 12n, ...back });
}

export async function misname(): Promise<void> {
  // @ts-expect-error the parameter is called return_url
  await guichet.payments.create({ amount: 1, currency: 'XOF', returnUrl: 'https://shop.example' });
  // @ts-expect-error a session takes no operator
  await guichet.checkout.initialize({ amount: 1, ...back, operator: 'mtn_gh' });
  // @ts-expect-error reading changes nothing and takes no key
  await guichet.payments.retrieve('pay_1', { idempotencyKey: 'order-42' });
  // @ts-expect-error payments can only be listed in the dashboard
  guichet.payments.list();
  // @ts-expect-error customers are not filtered by city
  guichet.customers.list({ city: 'Abidjan' });
  // @ts-expect-error results are read-only
  (await guichet.payments.retrieve('pay_1')).status = 'success';
}

export async function misread(event: WebhookEvent): Promise<void> {
  // @ts-expect-error the data of an event is known only after checking its name
  event.data.reference.trim();
  // @ts-expect-error a payment has no recipient
  if (event.event === 'payment.failed') event.data.recipient;
  // @ts-expect-error a misspelt name is not an event name
  if (event.event === 'payment.succesful') event.data;
  // @ts-expect-error other events are not payments
  const payment: PaymentEvent = event;
  // @ts-expect-error a parsed body cannot be verified
  await guichet.webhooks.verify({ payment }, {}, 'whsec_bmV3');
  // @ts-expect-error without a secret nothing can be verified
  await guichet.webhooks.verify('{}', {});
  // @ts-expect-error a time is given in seconds, not as a date
  await signWebhook('{}', 'whsec_bmV3', { timestamp: new Date() });
}
