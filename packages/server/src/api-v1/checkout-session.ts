import { cancelDirectly } from '@guichet/core/payments/session/cancel';
import { describeCheckout } from '@guichet/core/payments/session/describe';
import { payDirectly } from '@guichet/core/payments/session/pay-directly';
import {
  CancelInput,
  CheckoutObject,
  CheckoutStatus,
  PayInput,
} from '@guichet/core/payments/session/schemas';
import { makeCheckoutWatch } from '@guichet/core/payments/session/watch';
import type { Context } from '@guichet/core/platform/context';
import type { Operation, ServerSentEvent } from './operation.ts';

const tag = 'Checkout';

/** What a front end of the merchant's own does with a session, instead of the hosted page. The token is all it needs. */
export function checkoutSessionOperations(ctx: Context): readonly Operation[] {
  return [lookUp(ctx), pay(ctx), cancel(ctx), events(ctx)];
}

function lookUp(ctx: Context): Operation {
  return {
    access: 'public',
    method: 'GET',
    path: '/checkout/{token}',
    id: 'retrieveCheckout',
    tag,
    summary: 'Look a checkout session up',
    description:
      'All that a payment page of your own has to show: amount, shop, the operators on offer with their fees, and how ' +
      'the payment stands. 410 once the session is 30 minutes old, whatever became of it.',
    errors: ['session_not_found', 'session_expired'],
    success: { status: 200, message: 'Checkout session found.', data: CheckoutObject },
    handle: async ({ params }) => ({ data: await describeCheckout(ctx, params.token ?? '') }),
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
      'Asks the operator for the total on offer and answers when the operator has answered, within about 10 seconds, ' +
      'with the session as it is then. Go by `payment.status` and `payment.action`:\n\n' +
      '- `success`: paid.\n' +
      '- `processing` with the action `prompt`: the customer approves on the phone; listen to the events.\n' +
      '- `processing` with the action `otp`: make the same call with `otp`.\n' +
      '- `processing` with the action `redirect`: send the customer to `url`.\n' +
      '- `processing` without an action: the operator’s answer is awaited. Listen to the events.\n' +
      '- `failed` and `retryable`: the customer may pay again, with this operator or another.\n\n' +
      'One try at a time: while one is open, another is refused with 409 `payment_in_progress`, and so is a code while ' +
      'another is being checked. An operator that does not answer is refused with 409 `operator_unavailable`; one that ' +
      'takes the same amount from the same number only after a while, with 409 `payment_too_soon` and `Retry-After`. ' +
      'Where the operator on offer has a `code_first`, `otp` is needed with the first call. The fifth wrong code ends the try. A session may make this call once a second, and 5 ' +
      'times at once. When an answer is lost, look the session up or repeat the call with the same `Idempotency-Key`; ' +
      'nothing is sent twice.',
    body: PayInput,
    errors: [
      'session_not_found',
      'payment_in_progress',
      'operator_unavailable',
      'payment_too_soon',
      'conflict',
      'session_expired',
      'idempotency_key_in_use',
      'idempotency_key_reused',
    ],
    success: { status: 200, message: 'Payment started.', data: CheckoutObject },
    handle: async ({ params, body, once }) => {
      const { value, replayed } = await payDirectly(ctx, params.token ?? '', body, once);
      return { data: value, replayed };
    },
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
      'The customer gives up: session and payment become `cancelled`. Cancelling twice is fine. Refused with 409 ' +
      'while a payment is processing, because it may still take money, and once it is paid.',
    body: CancelInput,
    body_optional: true,
    errors: [
      'session_not_found',
      'payment_in_progress',
      'conflict',
      'session_expired',
      'idempotency_key_reused',
    ],
    success: { status: 200, message: 'Checkout session cancelled.', data: CheckoutObject },
    handle: async ({ params, body, once }) => {
      const { value, replayed } = await cancelDirectly(ctx, params.token ?? '', body, once);
      return { data: value, replayed };
    },
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
      'Server-sent events. `event: status` comes at once and on every change. The stream ends after `success`, ' +
      '`cancelled`, `expired`, or `failed` that is not `retryable`: close it then, because browsers would connect ' +
      'again by themselves. A session that expires while a payment is processing is watched until its result is ' +
      'known; where nothing is processing, an expired session answers 410.',
    errors: ['session_not_found', 'session_expired'],
    event_names: ['status'],
    events: CheckoutStatus,
    open: async ({ params }, signal) => statusEvents(await watch(params.token ?? '', signal)),
  };
}

async function* statusEvents(statuses: AsyncIterable<CheckoutStatus>): AsyncGenerator<ServerSentEvent> {
  for await (const data of statuses) yield { event: 'status', data };
}
