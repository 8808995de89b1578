import { AppError, invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { requireMerchant } from '../../../accounts/merchants/find.ts';
import type { Context } from '../../../platform/context.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import { cutPage, limit_default } from '../../../platform/lists/page.ts';
import type { EventType } from '../../types.ts';
import { findEndpoint } from '../endpoints/queries.ts';
import { type PresentedDelivery, presentDelivery } from './present.ts';
import { type Delivery, findDelivery, listDeliveryRows } from './queries.ts';

/** Filters of the delivery log; an omitted filter matches every delivery. */
export interface DeliveryFilter {
  readonly merchant_id: string;
  readonly mode?: Mode | undefined;
  readonly endpoint_id?: string | undefined;
  readonly status?: Delivery['status'] | undefined;
  readonly event?: EventType | undefined;
  /** Earliest time of the event, inclusive. */
  readonly since?: Date | undefined;
  /** Latest time of the event, exclusive. */
  readonly until?: Date | undefined;
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size, 1 to 100; 25 when omitted. */
  readonly limit?: number | undefined;
}

/**
 * Lists a page of the delivery log, newest event first. Pages are stable, because deliveries added meanwhile are
 * newer.
 *
 * @throws AppError `merchant_not_found`, `endpoint_not_found`, `invalid_fields` for an invalid cursor
 */
export async function listDeliveries(
  ctx: Pick<Context, 'db'>,
  filter: DeliveryFilter,
): Promise<{ items: PresentedDelivery[]; next_cursor: string | null }> {
  const { merchant_id, mode = null, endpoint_id = null, status = null, event: type = null } = filter;
  const { since = null, until = null, limit = limit_default } = filter;
  await requireMerchant(ctx, merchant_id);
  if (endpoint_id !== null && !(await findEndpoint(ctx.db, { merchant_id, endpoint_id })))
    throw new AppError('endpoint_not_found');
  const after = await readCursor(ctx, filter);
  const rows = await listDeliveryRows(ctx.db, {
    ...{ merchant_id, mode, endpoint_id, status, type, since, until, after },
    limit: limit + 1,
  });
  return cutPage(rows, limit, presentDelivery);
}

async function readCursor({ db }: Pick<Context, 'db'>, { merchant_id, cursor }: DeliveryFilter) {
  if (cursor === undefined) return null;
  const last = await findDelivery(db, merchant_id, cursor);
  if (!last)
    throw invalidFields({ cursor: [problem('not_a_cursor', 'must be the next_cursor of an earlier page')] });
  return last;
}
