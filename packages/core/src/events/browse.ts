import { AppError } from '@guichet/kernel/errors';
import { requireMerchant } from '../accounts/merchants/find.ts';
import type { Context } from '../platform/context.ts';
import type { Mode } from '../platform/database/columns.ts';
import { cutPage, limit_default } from '../platform/lists/page.ts';
import { findEvent, listNewestEvents } from './queries.ts';
import { readEvent } from './read.ts';
import type { EventObject } from './schemas.ts';
import type { EventType } from './types.ts';
import { type PresentedDelivery, presentDelivery } from './webhooks/deliveries/present.ts';
import { listEventDeliveries } from './webhooks/deliveries/queries.ts';

/** The merchant and id of an event; a different merchant's event is treated as missing. */
export interface EventKey {
  readonly merchant_id: string;
  readonly event_id: string;
}

/** The filters of the list of events; an omitted one is not applied. */
export interface EventFilter {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly event?: EventType | undefined;
  /** The id of a payment, payout, refund or webhook endpoint whose events are listed. */
  readonly object_id?: string | undefined;
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size, 1 to 100; 25 when omitted. */
  readonly limit?: number | undefined;
}

/**
 * Lists a page of events, newest first, for staff who look for one. Programs that must not miss an event read
 * the feed.
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
 * Gets an event as it is sent, with its deliveries.
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
