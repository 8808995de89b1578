import { AppError, invalidFields } from '@guichet/kernel/errors';
import { makeReadQuery } from '@guichet/kernel/query';
import Type from 'typebox';
import type { KeyActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { type Feed, makeFeedWatch } from './feed-watch.ts';
import { type Event, findIdAt, findPosition, listFeed } from './queries.ts';
import { resumeAfterLoss } from './resume.ts';
import { settleFeed, settleFeedAt } from './settle.ts';

type Ctx = Pick<Context, 'db' | 'log' | 'clock'>;

/** Query of GET /v1/events/stream. */
export const StreamQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        description:
          'Id of the last event that this stream or the list has given you: the stream starts with the events since ' +
          'then; `beginning` for all events. Only new events when omitted. The header `Last-Event-ID` takes precedence.',
      }),
    ),
  },
  { additionalProperties: false },
);
const read = makeReadQuery(StreamQuery);

/** The maximum for one key in one process: enough for a developer's terminals. */
const streams_per_key_max = 20;
/** The maximum for one process, because each stream holds a connection. */
const streams_max = 1_000;
const full_retry_s = 5;
/** The number of events that a stream that is behind reads at a time. */
const catch_up_max = 100;

/** The id that represents the position before the first event. */
const beginning = 'beginning';

/** The parameters with which a stream starts. */
export interface StreamStart {
  /** The query string's parameters. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The header that a client sends when it reconnects (WHATWG HTML section 9.2.4). */
  readonly last_event_id: string | null;
}

export interface EventStream {
  /** A client that has not received any event yet can reconnect with this id without missing one. */
  readonly start_id: string;
  readonly events: AsyncIterable<Event>;
}

/**
 * Streams the events of a merchant and mode as they are committed, in the order of the feed, without gaps or
 * repeats. The stream ends when the signal is aborted, when the key is revoked or expires, or when the database has
 * lost an event that was streamed: positions are then assigned again. A client that resumes after a lost event gets
 * some events again.
 *
 * @throws AppError `invalid_fields`, also for an event of another merchant or mode; `rate_limited` when the key has
 * too many streams; `unavailable` when the process has too many, or when a transaction has been writing an event
 * for 5 seconds
 */
export type StreamEvents = (actor: KeyActor, start: StreamStart, signal: AbortSignal) => Promise<EventStream>;

/** Makes a process's source of event streams. It does not query the database while there are none. */
export function makeEventStream(
  ctx: Ctx,
  options: { readonly streams_max?: number; readonly per_key_max?: number } = {},
): StreamEvents {
  const watch = makeFeedWatch(ctx);
  const places = makePlaces(options.streams_max ?? streams_max, options.per_key_max ?? streams_per_key_max);
  return async (actor, start, signal) => {
    requireScope(actor, 'events:read');
    const leave = places.take(actor.key_id);
    try {
      const { start_id, from } = await findStart(ctx, actor, start);
      const last_id = start_id === beginning ? null : start_id;
      const { feed, stop } = watch(actor, { settled: from, last_id });
      const end = (): void => {
        stop();
        leave();
      };
      return { start_id, events: follow(ctx, feed, from, signal, end) };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

async function findStart(
  ctx: Ctx,
  { merchant_id, mode }: KeyActor,
  { query, last_event_id }: StreamStart,
): Promise<{ readonly start_id: string; readonly from: bigint }> {
  const owner = { merchant_id, mode };
  const { after } = read(query);
  const id = last_event_id ?? after;
  if (id === undefined) {
    // The stream starts at a settled position: each transaction that is writing now has either committed its events
    // before that position, or gets later positions.
    const from = await settleFeed(ctx, owner);
    return { start_id: (await findIdAt(ctx.db, owner, from)) ?? beginning, from };
  }
  const from = id === beginning ? 0n : await findPosition(ctx.db, owner, id);
  if (from !== undefined) {
    // The event may have been delivered while one with an earlier position is still being committed.
    if (from > 0n) await settleFeedAt(ctx, owner, from);
    return { start_id: id, from };
  }
  const resumed = await resumeAfterLoss(ctx, owner, id);
  if (resumed) return { start_id: resumed.id ?? beginning, from: resumed.position };
  const field = last_event_id === null ? 'after' : 'Last-Event-ID';
  throw invalidFields({ [field]: ['must be the id of an event in this mode'] });
}

/**
 * Follows a feed from a position. A stream that is up to date takes the events of the shared poll; one that is
 * behind reads the table itself, as fast as its client receives. `end` is called once, at the latest when the
 * signal aborts.
 */
function follow(
  ctx: Ctx,
  feed: Feed,
  from: bigint,
  signal: AbortSignal,
  end: () => void,
): AsyncIterable<Event> {
  let wake = (): void => {};
  let hasEnded = false;
  const leave = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    signal.removeEventListener('abort', leave);
    forget();
    end();
    wake();
  };
  const forget = feed.listen(() => wake(), leave);
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  const tell = async function* (): AsyncGenerator<Event> {
    let position = from;
    try {
      while (!hasEnded) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const events = await next(ctx, feed, position);
        if (!events) return;
        for (const event of events) {
          if (hasEnded) return;
          yield event;
          position = event.position;
        }
        if (events.length === 0 && !hasEnded) await woken;
      }
    } finally {
      leave();
    }
  };
  return tell();
}

/**
 * @returns null when the events cannot be read: the stream ends, and its client reconnects with the last id
 * it received
 */
async function next(ctx: Ctx, feed: Feed, after: bigint): Promise<readonly Event[] | null> {
  const up_to = feed.settled();
  if (after >= up_to) return [];
  const recent = feed.recentAfter(after);
  if (recent) return recent;
  try {
    return await listFeed(ctx.db, feed.owner, { after, up_to, limit: catch_up_max });
  } catch (error) {
    ctx.log.error({ err: error }, 'could not read further events of a stream');
    return null;
  }
}

/** Makes a counter of streams. @returns a function that takes a place and returns the function that frees it */
function makePlaces(all_max: number, per_key_max: number): { take(key_id: string): () => void } {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take: (key_id) => {
      const own = taken.get(key_id) ?? 0;
      if (own >= per_key_max) {
        const message = `This key has ${own} streams open, and may have ${per_key_max}. Close one first.`;
        throw new AppError('rate_limited', { message, retry_after_s: full_retry_s });
      }
      if (all >= all_max) {
        const message = 'Too many event streams are open. Try again in a moment, or use the list of events.';
        throw new AppError('unavailable', { message, retry_after_s: full_retry_s });
      }
      all++;
      taken.set(key_id, own + 1);
      return () => {
        all--;
        const left = (taken.get(key_id) ?? 0) - 1;
        if (left > 0) taken.set(key_id, left);
        else taken.delete(key_id);
      };
    },
  };
}
