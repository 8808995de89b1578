import { AppError } from '@guichet/kernel/errors';
import { listObjectEvents } from '../../events/queries.ts';
import { type EventType, eventTypes } from '../../events/types.ts';
import { showDeliveries } from '../../events/webhooks/deliveries/show.ts';
import { createEndpoint } from '../../events/webhooks/endpoints/create.ts';
import { deleteEndpoint } from '../../events/webhooks/endpoints/delete.ts';
import { disableEndpoint } from '../../events/webhooks/endpoints/enable.ts';
import { listEnabledEndpoints } from '../../events/webhooks/endpoints/queries.ts';
import { testEndpoint } from '../../events/webhooks/endpoints/send-test.ts';
import { getPayment } from '../../payments/queries.ts';
import { cancelCheckout } from '../../payments/session/cancel.ts';
import { expireCheckout } from '../../payments/session/expire.ts';
import { type CommandActor, customerWith } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { createRefund } from '../../transfers/refunds/create.ts';
import { decideSandboxPayment, decideSandboxRefund } from './decide.ts';
import { findMeans, type Means } from './find-means.ts';
import { makeTestPayout, openTestCheckout, payTestCheckout } from './make-object.ts';
import { pollFor } from './poll.ts';
import { reverseSandboxObject } from './reverse.ts';

/** Jobs take a moment, and longer if many are waiting. */
const event_max_ms = 30_000;
/** A delivery that takes longer is reported in its current state. */
const delivery_max_ms = 5_000;

export interface Triggered {
  readonly merchant_id: string;
  readonly event: EventType;
  readonly event_id: string;
  /** The id of the event's object. */
  readonly object_id: string;
  /** One for each endpoint that listens, with its response so far. */
  readonly deliveries: Awaited<ReturnType<typeof showDeliveries>>;
}

/** Causes an event. @returns the id of its object */
type Way = (ctx: Context, means: Means) => Promise<string>;

const ways: Readonly<Record<EventType, { readonly how: string; readonly make: Way }>> = {
  'payment.successful': { how: 'a payment from a number that ends in 00', make: payWith('00') },
  'payment.failed': { how: 'a payment from a number that ends in 01', make: payWith('01') },
  'payment.cancelled': {
    how: 'a payment whose customer gives up',
    make: async (ctx, means) => {
      const { token, payment_id } = await openTestCheckout(ctx, means);
      await cancelCheckout(ctx, customerWith(token));
      return payment_id;
    },
  },
  'payment.expired': {
    how: 'a payment whose session is ended early',
    make: async (ctx, means) => {
      const { token, payment_id } = await openTestCheckout(ctx, means);
      await expireCheckout(ctx, means.actor, token);
      return payment_id;
    },
  },
  'payment.reversed': {
    how: 'a payment from a number that ends in 00, which the operator then reverses',
    make: async (ctx, means) => reverseSandboxObject(ctx, means.actor, await payWith('00')(ctx, means)),
  },
  'payment.duplicate': {
    how: 'a payment from a number that ends in 18, which fails, is paid from another, and then succeeds too',
    make: payTwice,
  },
  'payout.successful': { how: 'a payout to a number that ends in 00', make: payOutTo('00') },
  'payout.failed': { how: 'a payout to a number that ends in 01', make: payOutTo('01') },
  'payout.returned': {
    how: 'a payout to a number that ends in 00, which the operator then reverses',
    make: async (ctx, means) => reverseOnceSent(ctx, means, await payOutTo('00')(ctx, means)),
  },
  'refund.successful': {
    how: 'a payment from a number that ends in 00, refunded',
    make: async (ctx, means) => {
      const payment_id = await payWith('00')(ctx, means);
      return (await createRefund(ctx, means.actor, { payment_id })).id;
    },
  },
  'refund.failed': {
    how: 'a payment from a number that ends in 22, approved, refunded, and the refund refused',
    make: failRefund,
  },
  'refund.reversed': {
    how: 'a payment from a number that ends in 00, refunded, and the refund reversed by the operator',
    make: async (ctx, means) => {
      const payment_id = await payWith('00')(ctx, means);
      return reverseOnceSent(ctx, means, (await createRefund(ctx, means.actor, { payment_id })).id);
    },
  },
  'webhook_endpoint.disabled': {
    how: 'an endpoint that is created for this event, disabled and deleted',
    make: async (ctx, { actor }) => {
      // With this selection, nothing else is sent to the endpoint meanwhile.
      const events: EventType[] = ['webhook_endpoint.test'];
      const url = 'https://shop.example/guichet-trigger';
      const { id: endpoint_id } = await createEndpoint(ctx, actor, { url, events });
      await disableEndpoint(ctx, actor, endpoint_id);
      await deleteEndpoint(ctx, actor, endpoint_id);
      return endpoint_id;
    },
  },
  'webhook_endpoint.test': {
    how: 'a test of the newest enabled endpoint',
    make: async (ctx, { actor }) => {
      const { merchant_id, mode } = actor;
      const endpoint = (await listEnabledEndpoints(ctx.db, merchant_id, mode)).at(-1);
      if (!endpoint) {
        const message = `Merchant ${merchant_id} has no enabled endpoint in test mode. Create one: guichet webhooks create`;
        throw new AppError('conflict', { message });
      }
      await testEndpoint(ctx, actor, endpoint.id);
      return endpoint.id;
    },
  },
};

/** Lists the events that can be triggered, and the way in which each is caused. */
export function listTriggers(): readonly { readonly event: EventType; readonly how: string }[] {
  return eventTypes.map((event) => ({ event, how: ways[event].how }));
}

/**
 * Triggers a real event in test mode, with the same verbs, ledger and deliveries as any other event.
 *
 * @param input.merchant_id the demo merchant when null
 * @throws AppError `forbidden`, `merchant_not_found`; `conflict` when the merchant lacks an operator or endpoint, or its
 * payout rule requires a second person;
 * `unavailable` when no worker is running, or the event has not occurred within 30 seconds
 */
export async function triggerEvent(
  ctx: Context,
  actor: CommandActor,
  { event: type, merchant_id }: { readonly event: EventType; readonly merchant_id: string | null },
): Promise<Triggered> {
  requireScope(actor, 'installation:write');
  const means = await findMeans(ctx, actor, merchant_id);
  const owner = means.caller.merchant_id;
  const object_id = await ways[type].make(ctx, means);
  const event = await pollFor(event_max_ms, async () =>
    (await listObjectEvents(ctx.db, owner, object_id)).findLast((one) => one.type === type),
  );
  if (!event) {
    const message = `${object_id} was created, but there was no ${type} within ${event_max_ms / 1000} s. Is the worker keeping up?`;
    throw new AppError('unavailable', { message });
  }
  const ofEvent = async () =>
    (await showDeliveries(ctx, owner, object_id)).filter(({ event_id }) => event_id === event.id);
  const tried = await pollFor(delivery_max_ms, async () => {
    const deliveries = await ofEvent();
    return deliveries.every(({ status, attempts }) => status !== 'waiting' || attempts.length > 0)
      ? deliveries
      : undefined;
  });
  return {
    merchant_id: owner,
    event: type,
    event_id: event.id,
    object_id,
    deliveries: tried ?? (await ofEvent()),
  };
}

function payWith(digits: string): Way {
  return async (ctx, means) => {
    const checkout = await openTestCheckout(ctx, means);
    await payTestCheckout(ctx, means, checkout, digits);
    return checkout.payment_id;
  };
}

function payOutTo(digits: string): Way {
  return async (ctx, means) => (await makeTestPayout(ctx, means, digits)).id;
}

/** Reverses a payout or refund once a job has sent it; until then, the operator has no record of it. */
async function reverseOnceSent(ctx: Context, { actor }: Means, id: string): Promise<string> {
  const reversed = await pollFor(event_max_ms, () =>
    unlessConflict(() => reverseSandboxObject(ctx, actor, id)),
  );
  if (reversed === undefined)
    throw new AppError('unavailable', { message: `${id} was not sent. Is the worker keeping up?` });
  return reversed;
}

/** @returns undefined if it is too early */
async function unlessConflict<Value>(call: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return undefined;
    throw error;
  }
}

async function payTwice(ctx: Context, means: Means): Promise<string> {
  const checkout = await openTestCheckout(ctx, means);
  await payTestCheckout(ctx, means, checkout, '18');
  const { merchant_id } = means.caller;
  const failed = await pollFor(event_max_ms, async () => {
    const { status } = await getPayment(ctx.db, merchant_id, checkout.payment_id);
    return status === 'failed' ? status : undefined;
  });
  if (!failed) {
    const message = `Payment ${checkout.payment_id} did not fail in time. Is the worker keeping up?`;
    throw new AppError('unavailable', { message });
  }
  await payTestCheckout(ctx, means, checkout, '00');
  return checkout.payment_id;
}

async function failRefund(ctx: Context, means: Means): Promise<string> {
  const checkout = await openTestCheckout(ctx, means);
  await payTestCheckout(ctx, means, checkout, '22');
  await decideSandboxPayment(ctx, customerWith(checkout.token), 'approved');
  const { id } = await createRefund(ctx, means.actor, { payment_id: checkout.payment_id });
  // The refund can be refused only after a job has sent it.
  const refused = await pollFor(event_max_ms, () =>
    unlessConflict(() => decideSandboxRefund(ctx, id, 'refused')),
  );
  if (!refused)
    throw new AppError('unavailable', { message: `Refund ${id} was not sent. Is the worker keeping up?` });
  return id;
}
