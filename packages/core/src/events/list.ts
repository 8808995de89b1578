import { setTimeout } from 'node:timers/promises';
import { AppError, invalidFields } from '@guichet/kernel/errors';
import { makeReadQuery } from '@guichet/kernel/query';
import pg from 'pg';
import type { Caller } from '../api-keys/authenticate.ts';
import type { Context } from '../context.ts';
import { cutPage, limit_default } from '../lists/page.ts';
import { type Event, findPosition, findSettledPosition, hasEventsAfter, listFeed } from './queries.ts';
import { type EventObject, type EventPage, EventQuery } from './schemas.ts';

const read = makeReadQuery(EventQuery);

/**
 * Longest wait at a stretch for those who are writing. They write for milliseconds; while we wait, others of the same
 * merchant wait behind us. Less than the second after which PostgreSQL looks for circles of waiting (deadlock_timeout),
 * so that if one goes through us, we are the one to leave.
 */
const stretch_ms = 500;
/** Between two stretches those who came behind us write. */
const pause_ms = 100;
/** So many stretches: about 5 seconds, which only something stuck outlasts. */
const stretches_max = 8;
/** SQLSTATE lock_not_available. */
const lock_not_available = '55P03';

/**
 * A page of events, oldest first, for who was down or wants no webhooks. Whoever asks each time after the last event
 * that it got misses none: an event that is committed later never stands before one that was shown.
 *
 * @param query as it stands in the address, every value a text
 * @throws AppError `invalid_fields`, also for an `after` of another merchant or mode; `unavailable` when somebody has
 *   been writing an event for 5 seconds, so that what comes after it cannot be shown yet
 */
export async function listEvents(
  ctx: Pick<Context, 'db'>,
  { merchant_id, mode }: Caller,
  query: Readonly<Record<string, unknown>>,
): Promise<EventPage> {
  const { after: id, limit = limit_default } = read(query);
  const owner = { merchant_id, mode };
  const after = id === undefined ? 0n : await findPosition(ctx.db, owner, id);
  if (after === undefined) throw invalidFields({ after: ['must be the id of an event in this mode'] });
  // Most who ask are up to date: they hold up nobody.
  if (!(await hasEventsAfter(ctx.db, owner, after))) return { items: [], next_cursor: null };
  const up_to = await waitForWriters(ctx, owner);
  const events = await listFeed(ctx.db, owner, { after, up_to, limit: limit + 1 });
  return cutPage(events, limit, bodyOf);
}

async function waitForWriters(
  ctx: Pick<Context, 'db'>,
  owner: Pick<Caller, 'merchant_id' | 'mode'>,
): Promise<bigint> {
  for (let stretch = 1; ; stretch++) {
    try {
      return await ctx.db.transaction().execute((tx) => findSettledPosition(tx, owner, stretch_ms));
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === lock_not_available)) throw error;
      if (stretch === stretches_max) throw stillWriting(error);
    }
    await setTimeout(pause_ms);
  }
}

function stillWriting(cause: unknown): AppError {
  return new AppError('unavailable', {
    message: 'An event is being written that comes before the next ones. Try again in a moment.',
    retry_after_s: 1,
    cause,
  });
}

/** What was signed and sent, so that feed and webhooks can be handled by the same code. */
function bodyOf({ body }: Event): EventObject {
  return JSON.parse(body);
}
