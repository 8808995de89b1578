import { invalidFields } from '@guichet/kernel/errors';
import { makeReadQuery } from '@guichet/kernel/query';
import type { MerchantActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { cutPage, limit_default } from '../platform/lists/page.ts';
import { findPosition, hasEventsAfter, listFeed } from './queries.ts';
import { readEvent } from './read.ts';
import { type EventPage, EventQuery } from './schemas.ts';
import { settleFeed } from './settle.ts';

const read = makeReadQuery(EventQuery);

/**
 * Lists a page of events, oldest first, for receivers that were down or want no webhooks. A reader that
 * continues after its last event misses none: an event never appears before one that was shown earlier.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`, also for an `after` of another merchant or mode; `unavailable` when a
 * transaction has been writing an event for 5 seconds, so that what follows cannot be shown yet
 */
export async function listEvents(
  ctx: Pick<Context, 'db' | 'tokens'>,
  actor: MerchantActor,
  query: Readonly<Record<string, unknown>>,
): Promise<EventPage> {
  requireScope(actor, 'events:read');
  const { merchant_id, mode } = actor;
  const { after: id, limit = limit_default } = read(query);
  const owner = { merchant_id, mode };
  const after = id === undefined ? 0n : await findPosition(ctx.db, owner, id);
  if (after === undefined) throw invalidFields({ after: ['must be the id of an event in this mode'] });
  // Most readers are up to date: they block nobody.
  if (!(await hasEventsAfter(ctx.db, owner, after))) return { items: [], next_cursor: null };
  const up_to = await settleFeed(ctx, owner);
  const events = await listFeed(ctx.db, owner, { after, up_to, limit: limit + 1 });
  return cutPage(events, limit, (event) => readEvent(ctx, event));
}
