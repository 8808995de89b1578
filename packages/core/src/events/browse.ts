import { AppError } from '@guichet/kernel/errors';
import { requireMerchant } from '../accounts/merchants/find.ts';
import type { Context } from '../platform/context.ts';
import type { Mode } from '../platform/database/columns.ts';
import { cutPage, limit_default } from '../platform/lists/page.ts';
import { findEvent, findEventOwner, listNewestEvents } from './queries.ts';
import { readEvent } from './read.ts';
import type { EventObject } from './schemas.ts';
import type { EventType } from './types.ts';
import { type PresentedDelivery, presentDelivery } from './webhooks/deliveries/present.ts';
import { listEventDeliveries } from './webhooks/deliveries/queries.ts';

/** What names an event: another merchant's is as one that does not exist. */
export interface EventKey {
  readonly merchant_id: string;
  readonly event_id: string;
}

/** Which events. What is left out does not narrow the list. */
export interface EventFilter {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly event?: EventType | undefined;
  /** Of one payment, payout, refund or webhook endpoint. */
  readonly object_id?: string | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Of one page, 1 to 100; 25 when left out. */
  readonly limit?: number | undefined;
}

/**
 * A page of events, newest first, for staff who look for one. Programs that must miss none read the feed.
 *
 * @throws AppError `merchant_not_found`
 */
export async function browseEvents(
  ctx: Pick<Context, 'db' | 'tokens'>,
  filter: EventFilter,
): Promise<{ items: EventObject[]; next_cursor: string | null }> {
  const { merchant_id, mode, event: type = null, object_id = null, cursor: before = null } = filter;
  const { limit = limit_default } = filter;
  await requireMerchant(ctx, merchant_id);
  const page = { type, object_id, before, limit: limit + 1 };
  const rows = await listNewestEvents(ctx.db, { merchant_id, mode }, page);
  return cutPage(rows, limit, (event) => readEvent(ctx, event));
}

/**
 * An event as it is sent, with its deliveries.
 *
 * @throws AppError `event_not_found`
 */
export async function showEvent(
  ctx: Pick<Context, 'db' | 'tokens'>,
  { merchant_id, event_id }: EventKey,
): Promise<{ event: EventObject; deliveries: PresentedDelivery[] }> {
  const event = await findEvent(ctx.db, merchant_id, event_id);
  if (!event) throw new AppError('event_not_found');
  const deliveries = await listEventDeliveries(ctx.db, merchant_id, event_id);
  return { event: readEvent(ctx, event), deliveries: deliveries.map(presentDelivery) };
}

/**
 * The whole name of an event, for staff who hold its id only (command line).
 *
 * @throws AppError `event_not_found`
 */
export async function findEventKey({ db }: Pick<Context, 'db'>, event_id: string): Promise<EventKey> {
  const merchant_id = await findEventOwner(db, event_id);
  if (merchant_id === undefined) throw new AppError('event_not_found', { message: 'No event has this id.' });
  return { merchant_id, event_id };
}
