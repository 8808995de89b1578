import {
  ApiError,
  type Customer,
  type DuplicatePayment,
  Guichet,
  type Payment,
  type PaymentStatus,
  type Payout,
  RateLimitError,
  type Refund,
  responseOf,
  SignatureError,
  SyncError,
  signWebhook,
  toMajor,
  toMinor,
  ValidationError,
  verifyWebhook,
  type WebhookEndpoint,
  type WebhookEvent,
} from '@guichet/client';

/** Compiles with `true` only if both types are the same. */
type Same<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
const same = <Left, Right>(_proof: Same<Left, Right>): void => {};

const guichet = new Guichet({
  apiKey: 'svc_test_key',
  timeout: 5_000,
  maxRetries: 1,
  logger: console,
  fetch,
});

/** Uses amounts as plain numbers, as results of earlier calls, and as stored in a database. */
export async function takeMoney(signal: AbortSignal, stored: number): Promise<string> {
  const back = { currency: 'GHS', return_url: 'https://shop.example/back' };
  const { amount } = await guichet.payments.create({ amount: 12.5, ...back }, { idempotencyKey: 'order-42' });
  await guichet.checkout.initialize({ amount, ...back, metadata: { order: 42, note: null } }, { signal });
  await guichet.payments.create({ amount: toMajor(stored, 'GHS'), ...back, customer: { phone: undefined } });
  const minor = toMinor(amount, 'GHS');
  const { checkout_url } = await guichet.payments.create({ amount: toMajor(minor, 'GHS'), ...back });
  return checkout_url;
}

export async function sendMoney(): Promise<PaymentStatus> {
  const recipient = { phone: '+2250700000000' };
  const payout = await guichet.payouts.create({
    amount: 500,
    currency: 'XOF',
    operator: 'mtn_ci',
    recipient,
  });
  same<typeof payout, Payout>(true);
  return (await guichet.withOptions({ maxRetries: 0 }).payouts.verify(payout.id)).status;
}

/** The name of an event narrows its data; an unknown name is still a string. */
export function read(event: WebhookEvent): string {
  switch (event.event) {
    case 'payment.successful':
    case 'payment.failed':
    case 'payment.cancelled':
    case 'payment.expired':
    case 'payment.reversed':
      same<typeof event.data, Payment>(true);
      return event.data.reference;
    case 'payment.duplicate':
      same<typeof event.data, DuplicatePayment>(true);
      return event.data.duplicate.attempt_id;
    case 'payout.successful':
    case 'payout.failed':
    case 'payout.returned':
      same<typeof event.data, Payout>(true);
      return event.data.recipient.phone;
    case 'refund.successful':
    case 'refund.failed':
    case 'refund.reversed':
      same<typeof event.data, Refund>(true);
      return event.data.payment_id;
    case 'webhook_endpoint.disabled':
    case 'webhook_endpoint.test':
      same<typeof event.data, WebhookEndpoint>(true);
      return event.data.url;
    default:
      same<typeof event.data, Readonly<Record<string, unknown>>>(true);
      return `${event.event} ${event.data.id}`;
  }
}

/** Known statuses can be distinguished; others may be added. */
export function isOver({ status }: Payment): boolean {
  same<Extract<PaymentStatus, 'success'>, 'success'>(true);
  const over: readonly PaymentStatus[] = ['success', 'failed', 'a status from the future'];
  return over.includes(status);
}

export async function receive(body: Uint8Array, headers: Record<string, string | string[] | undefined>) {
  const event = await verifyWebhook(body, headers, ['whsec_bmV3', 'whsec_b2xk'], { tolerance: 60 });
  same<typeof event, WebhookEvent>(true);
  await guichet.webhooks.verify('{}', new Headers(), 'whsec_bmV3');
  await guichet.webhooks.verify(new ArrayBuffer(2), await signWebhook('{}', 'whsec_bmV3'), 'whsec_bmV3');
  return guichet.checkout.verifyReturn(new URL('https://shop.example/back'), 'whsec_bmV3');
}

export async function list(): Promise<string | null> {
  for await (const customer of guichet.customers.list({ country: 'CI' })) {
    same<typeof customer, Customer>(true);
    if (customer.email === null) break;
  }
  const codes: string[] = [];
  for await (const { items } of guichet.operators.list().pages()) codes.push(...items.map((one) => one.code));
  const { items, next_cursor } = await guichet.balances.list();
  const [first] = await guichet.events.list({ after: 'evt_1' }).toArray({ limit: 1 });
  codes.push(`${first?.sequence}`, responseOf(items)?.requestId ?? '');
  return next_cursor ?? guichet.events.sync(null, async (event) => read(event));
}

export function explain(error: unknown): string {
  if (error instanceof ValidationError) return error.errors?.amount?.join() ?? '';
  if (error instanceof RateLimitError) return `${(error.retryAfter ?? 0) * 1000}`;
  if (error instanceof ApiError && error.code === 'insufficient_balance') return `${error.requestId}`;
  if (error instanceof SyncError) return `${error.cursor}`;
  if (error instanceof SignatureError) {
    same<Extract<typeof error.problem, 'too_old'>, 'too_old'>(true);
    return error.problem;
  }
  return String(error);
}
