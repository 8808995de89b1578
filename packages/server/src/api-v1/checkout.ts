import type { InsertCheckout } from '@guichet/core/payments';
import type { Context } from '@guichet/core/platform';
import {
  CancelInput,
  CheckoutObject,
  CheckoutStatus,
  cancelDirectly,
  customerWith,
  describeCheckout,
  InitializedCheckout,
  InitializeInput,
  makeCheckoutWatch,
  makeInitialize,
  PayInput,
  payDirectly,
} from '@guichet/core/serving';
import { answerOf, type Operation, type ServerSentEvent } from './operation.ts';

const tag = 'Checkout';

/**
 * Operations on checkout sessions. Creating one needs an API key; the others serve a merchant's own payment page
 * in place of the hosted one and need only the session token.
 */
export function checkoutOperations(ctx: Context, insert: InsertCheckout): readonly Operation[] {
  return [initialize(ctx, insert), lookUp(ctx), pay(ctx), cancel(ctx), events(ctx)];
}

function initialize(ctx: Context, insert: InsertCheckout): Operation {
  const create = makeInitialize(ctx, insert);
  return {
    access: 'key',
    method: 'POST',
    path: '/checkout/initialize',
    scope: 'payments:write',
    id: 'initializeCheckout',
    tag,
    summary: 'Create a checkout session',
    description:
      'Creates a session of 30 minutes with one payment, and responds once both are on disk. Send the customer to ' +
      '`checkout_url`.',
    body: InitializeInput,
    errors: ['idempotency_key_reused'],
    success: { status: 201, message: 'Checkout session created.', data: InitializedCheckout },
    handle: async ({ caller, body, once }) => answerOf(await create(caller, body, once)),
  };
}

function lookUp(ctx: Context): Operation {
  return {
    access: 'public',
    method: 'GET',
    path: '/checkout/{token}',
    id: 'retrieveCheckout',
    tag,
    summary: 'Retrieve a checkout session',
    description:
      'Everything that your own payment page shows: the amount, the merchant, the available operators with their fees, ' +
      'and the status of the payment. Returns 410 once the session is 30 minutes old, whatever its outcome.',
    errors: ['session_not_found', 'recovering', 'session_expired'],
    success: { status: 200, message: 'Checkout session found.', data: CheckoutObject },
    handle: async ({ params }) => ({ data: await describeCheckout(ctx, customerWith(params.token ?? '')) }),
  };
}

function pay(ctx: Context): Operation {
  return {
    access: 'public',
    asks_operator: true,
    method: 'POST',
    path: '/checkout/{token}/pay',
    id: 'payCheckout',
    tag,
    summary: 'Pay a checkout session',
    description:
      'Requests the total from the operator and returns the session as it is after the response, within about ' +
      '10 seconds. Act on `payment.status` and `payment.action`:\n\n' +
      '- `success`: paid.\n' +
      '- `processing` with the action `prompt`: the customer approves on the phone; listen to the events.\n' +
      '- `processing` with the action `otp`: repeat the call with `otp`.\n' +
      '- `processing` with the action `redirect`: send the customer to `url`.\n' +
      '- `processing` without an action: the operator has not responded yet. Listen to the events.\n' +
      '- `failed` and `retryable`: the customer may pay again, with this operator or another.\n\n' +
      'Only one attempt can be open: a second one is refused with 409 `payment_in_progress`, and so is a code ' +
      'while another is being checked. If the operator is unavailable, the response is 409 ' +
      '`operator_unavailable`. Some providers refuse to charge the same number the same amount again within a ' +
      'short time: until then the response is 409 `payment_too_soon` with `Retry-After`. If the operator has a ' +
      '`code_first`, the first call needs `otp`. The fifth wrong code ends the attempt. After 30 attempts at a ' +
      'payment, the response is 409 `too_many_attempts`. Each session may make this call once per second, with ' +
      'bursts of 5. If a response is lost, retrieve the session or repeat the call with the same ' +
      '`Idempotency-Key`; nothing is sent twice.',
    body: PayInput,
    errors: [
      'session_not_found',
      'payment_in_progress',
      'operator_unavailable',
      'payment_too_soon',
      'too_many_attempts',
      'recovering',
      'conflict',
      'session_expired',
      'idempotency_key_in_use',
      'idempotency_key_reused',
    ],
    success: { status: 200, message: 'Payment started.', data: CheckoutObject },
    handle: async ({ params, body, once }) =>
      answerOf(await payDirectly(ctx, customerWith(params.token ?? ''), body, once)),
  };
}

function cancel(ctx: Context): Operation {
  return {
    access: 'public',
    method: 'POST',
    path: '/checkout/{token}/cancel',
    id: 'cancelCheckout',
    tag,
    summary: 'Cancel a checkout session',
    description:
      'Cancels the session and its payment for the customer. Cancelling twice is allowed. Refused with 409 while the ' +
      'payment is processing, because it may still take money, and after it is paid.',
    body: CancelInput,
    body_optional: true,
    errors: [
      'session_not_found',
      'recovering',
      'payment_in_progress',
      'conflict',
      'session_expired',
      'idempotency_key_reused',
    ],
    success: { status: 200, message: 'Checkout session cancelled.', data: CheckoutObject },
    handle: async ({ params, body, once }) =>
      answerOf(await cancelDirectly(ctx, customerWith(params.token ?? ''), body, once)),
  };
}

function events(ctx: Context): Operation {
  const watch = makeCheckoutWatch(ctx);
  return {
    access: 'stream',
    method: 'GET',
    path: '/checkout/{token}/events',
    id: 'watchCheckout',
    tag,
    summary: 'Watch a checkout session',
    description:
      'Server-sent events. `event: status` is sent at once and on every change. The stream ends after `success`, ' +
      '`cancelled`, `expired`, or a `failed` that is not `retryable`: close it then, because browsers would ' +
      'reconnect. If a session expires while its payment is processing, the stream continues until the outcome is ' +
      'known; otherwise an expired session returns 410.',
    errors: ['session_not_found', 'recovering', 'session_expired'],
    event_names: ['status'],
    events: CheckoutStatus,
    open: async ({ params }, signal) => statusEvents(await watch(customerWith(params.token ?? ''), signal)),
  };
}

async function* statusEvents(statuses: AsyncIterable<CheckoutStatus>): AsyncGenerator<ServerSentEvent> {
  for await (const data of statuses) yield { event: 'status', data };
}
