import { AppError, invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { Context } from '../../../platform/context.ts';
import { type Event, findEvent } from '../../queries.ts';
import { holdEndpoint, requireEnabled } from '../endpoints/hold.ts';
import {
  closeCircuit,
  type Endpoint,
  type EndpointKey,
  findEndpoint,
  listEnabledEndpoints,
} from '../endpoints/queries.ts';
import { findDelivery, listEventDeliveries } from './queries.ts';
import { type EventToResend, listEventsToResend, listFailedEvents, planAgain } from './resends/queries.ts';
import type { DeliveryKey } from './show.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

/** The number of events scheduled in one transaction. */
const batch_max = 1_000;

/** The numbers of events handled by a resend to one endpoint. */
export interface Resent {
  readonly endpoint_id: string;
  /** The number of events sent again, with a new retry schedule. */
  readonly resent: number;
  /**
   * The number of events sent for the first time, because the endpoint was not listening to them, was disabled, or
   * did not exist yet.
   */
  readonly added: number;
  /** The number of events that are already due or being sent: these are not sent twice. */
  readonly under_way: number;
}

/**
 * Sends a delivery again, whether it succeeded or not.
 *
 * @throws AppError `delivery_not_found`, `endpoint_not_found` for a deleted one, `conflict` for a disabled
 * one
 */
export async function resendDelivery(ctx: Ctx, { merchant_id, delivery_id }: DeliveryKey): Promise<Resent> {
  const delivery = await findDelivery(ctx.db, merchant_id, delivery_id);
  if (!delivery) throw new AppError('delivery_not_found');
  const { endpoint_id, event_id: id, sequence } = delivery;
  return plan(ctx, { merchant_id, endpoint_id }, [{ id, sequence }], ctx.clock.now());
}

/**
 * Sends an event again: to one given endpoint, even if the endpoint has never received the event, or to all
 * endpoints that listen to the event or have received it.
 *
 * @throws AppError `event_not_found`, `endpoint_not_found`, also for an endpoint of the other mode; `conflict` when
 * the endpoint is disabled, or no endpoint can receive the event
 */
export async function resendEvent(
  ctx: Ctx,
  input: {
    readonly merchant_id: string;
    readonly event_id: string;
    readonly endpoint_id?: string | undefined;
  },
): Promise<Resent[]> {
  const { merchant_id, event_id, endpoint_id } = input;
  const event = await findEvent(ctx.db, merchant_id, event_id);
  if (!event) throw new AppError('event_not_found');
  const endpoint_ids = endpoint_id === undefined ? await listTellable(ctx, event) : [endpoint_id];
  if (endpoint_id !== undefined) await requireSameMode(ctx, { merchant_id, endpoint_id }, event);
  if (endpoint_ids.length === 0) {
    const message = 'No enabled endpoint listens to this event. Name one, or create one.';
    throw new AppError('conflict', { message });
  }
  const at = ctx.clock.now();
  const resent: Resent[] = [];
  for (const each of endpoint_ids)
    resent.push(await plan(ctx, { merchant_id, endpoint_id: each }, [event], at));
  return resent;
}

/** Lists enabled endpoints that listen to the event or have received it. */
async function listTellable({ db }: Ctx, event: Event): Promise<string[]> {
  const { merchant_id, mode, type, id } = event;
  const told = new Set((await listEventDeliveries(db, merchant_id, id)).map((one) => one.endpoint_id));
  return (await listEnabledEndpoints(db, merchant_id, mode))
    .filter(({ id: endpoint_id, event_types }) => told.has(endpoint_id) || listensTo(type, event_types))
    .map(({ id: endpoint_id }) => endpoint_id);
}

/**
 * Whether an endpoint listens to a type of event. False for test events, each of which is meant for one endpoint
 * only.
 */
function listensTo(type: string, event_types: readonly string[] | null): boolean {
  return type !== 'webhook_endpoint.test' && (event_types === null || event_types.includes(type));
}

async function requireSameMode({ db }: Ctx, key: EndpointKey, { mode }: Event): Promise<void> {
  const endpoint = await findEndpoint(db, key);
  if (!endpoint) throw new AppError('endpoint_not_found');
  if (endpoint.mode === mode) return;
  throw new AppError('endpoint_not_found', {
    reason: problem(
      'event_of_other_mode',
      `The event is in ${mode} mode and the endpoint in ${endpoint.mode} mode.`,
    ),
  });
}

/**
 * Of the events of a period, sends all that an endpoint listens to, whether or not they were delivered or even
 * scheduled before. Events of one object keep their order.
 *
 * @param range.until now when omitted; later events are scheduled as usual
 * @throws AppError `endpoint_not_found`, `conflict` when it is disabled, `invalid_fields`
 */
export async function resendRange(
  ctx: Ctx,
  {
    since,
    until = ctx.clock.now(),
    ...key
  }: EndpointKey & { readonly since: Date; readonly until?: Date | undefined },
): Promise<Resent> {
  if (since >= until) throw invalidFields({ since: [problem('not_before_end', 'must be before until')] });
  return resendAll(ctx, key, (endpoint, after) =>
    listEventsToResend(ctx.db, endpoint, { since, until, after, limit: batch_max }),
  );
}

/**
 * Sends the events again whose delivery to an endpoint has failed, from a given time on.
 *
 * @throws AppError `endpoint_not_found`, `conflict` when it is disabled
 */
export function resendFailed(
  ctx: Ctx,
  { since, ...key }: EndpointKey & { readonly since: Date },
): Promise<Resent> {
  return resendAll(ctx, key, (endpoint, after) =>
    listFailedEvents(ctx.db, endpoint, { since, after, limit: batch_max }),
  );
}

/**
 * Resends in batches, to keep every transaction short, and makes all events due at the same time, so that an
 * object's events keep their order.
 */
async function resendAll(
  ctx: Ctx,
  key: EndpointKey,
  read: (endpoint: Endpoint, after: string | null) => Promise<EventToResend[]>,
): Promise<Resent> {
  const endpoint = await findEndpoint(ctx.db, key);
  if (!endpoint) throw new AppError('endpoint_not_found');
  requireEnabled(endpoint);
  const at = ctx.clock.now();
  let total: Resent = { endpoint_id: key.endpoint_id, resent: 0, added: 0, under_way: 0 };
  for (let after: string | null = null; ; ) {
    const events: EventToResend[] = await read(endpoint, after);
    if (events.length > 0) total = add(total, await plan(ctx, key, events, at));
    after = events.at(-1)?.id ?? null;
    if (events.length < batch_max) return total;
  }
}

async function plan(ctx: Ctx, key: EndpointKey, events: readonly EventToResend[], at: Date): Promise<Resent> {
  const { resent, added } = await holdEndpoint(ctx, key, (tx, endpoint) => {
    requireEnabled(endpoint);
    return planAgain(tx, endpoint, events, at);
  });
  // Resending suggests that the receiver has been repaired: a paused endpoint gets its events immediately.
  await closeCircuit(ctx.db, key);
  return { endpoint_id: key.endpoint_id, resent, added, under_way: events.length - resent - added };
}

function add(one: Resent, other: Resent): Resent {
  return {
    endpoint_id: one.endpoint_id,
    resent: one.resent + other.resent,
    added: one.added + other.added,
    under_way: one.under_way + other.under_way,
  };
}
