import { invalidFields } from '@guichet/kernel/errors';
import { makeReadQuery } from '@guichet/kernel/query';
import type { MerchantActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { limit_default } from '../platform/lists/page.ts';
import { readFeed } from './queries.ts';
import { readEventText } from './read.ts';
import { resumeAfterLoss } from './resume.ts';
import { EventQuery } from './schemas.ts';
import { settledPosition, settleFeedAt } from './settle.ts';

const read = makeReadQuery(EventQuery);

/**
 * Lists a page of events, oldest first, for receivers that were down or want no webhooks. A reader that
 * continues after its last event misses none: an event never appears before one that was shown earlier. If the
 * database has lost that event, the reader gets some events again.
 *
 * @param query the query string's parameters, each a string
 * @returns an `EventPage` as JSON text: each event is byte for byte the text that webhooks carry
 * @throws AppError `forbidden`, `invalid_fields`, also for an `after` of another merchant or mode;
 * `unavailable` when a transaction has been writing an event for 5 seconds, so that later events cannot be
 * shown yet
 */
export async function listEvents(
  ctx: Pick<Context, 'db' | 'tokens' | 'clock'>,
  actor: MerchantActor,
  query: Readonly<Record<string, unknown>>,
): Promise<string> {
  requireScope(actor, 'events:read');
  const { merchant_id, mode } = actor;
  const { after: given = null, limit = limit_default } = read(query);
  const owner = { merchant_id, mode };
  // The settled position is read before the events, so that the events read include everything up to it.
  const settled = settledPosition(ctx, owner);
  let after = given;
  let page = await readFeed(ctx.db, { ...owner, after, limit: limit + 1, up_to: null });
  if (!page && given !== null) {
    const resumed = await resumeAfterLoss(ctx, owner, given);
    after = resumed?.id ?? null;
    page = resumed && (await readFeed(ctx.db, { ...owner, after, limit: limit + 1, up_to: null }));
  }
  if (!page) throw invalidFields({ after: ['must be the id of an event in this mode'] });
  // Most readers do not reach the unsettled end of the feed, so they do not block any writer.
  if (page.last > settled) {
    const up_to = await settleFeedAt(ctx, owner, page.last);
    page = (await readFeed(ctx.db, { ...owner, after, limit: limit + 1, up_to })) ?? page;
  }
  const shown = page.events.slice(0, limit);
  const next_cursor = page.events.length > limit ? (shown.at(-1)?.id ?? null) : null;
  const texts = shown.map((event) => readEventText(ctx, event));
  return `{"items":[${texts.join(',')}],"next_cursor":${JSON.stringify(next_cursor)}}`;
}
