import { setTimeout } from 'node:timers/promises';
import { listEndedKeys } from '../accounts/api-keys/queries.ts';
import type { KeyActor } from '../platform/actor/actor.ts';
import type { Context } from '../platform/context.ts';
import { type Event, findIdAt, listFeed, listFeedsWithNews, type Owner } from './queries.ts';
import { settleFeedWithin } from './settle.ts';

type Ctx = Pick<Context, 'db' | 'log'>;

/** The pause between two polls. */
const pause_ms = 150;
/**
 * The pause is at least this many times as long as the preceding poll, so that slow polls do not burden the
 * database.
 */
const pause_per_round = 3;
/**
 * The pause between checks of the keys: a revoked or expired key stops working everywhere within a second (design
 * section 7).
 */
const keys_ms = 600;
/** The number of latest events of a feed kept in memory, for streams that are up to date. */
const recent_max = 50;
/**
 * The maximum time for which one poll of a feed waits for a slow writer; the next poll waits for the writer again.
 */
const settle_ms = 100;
/** The maximum number of feeds read concurrently. */
const reads_max = 4;

/** A process's view of a merchant's feed in one mode, shared by all streams of that feed. */
export interface Feed {
  readonly owner: Owner;
  /** The position up to which every event has been committed. */
  settled(): bigint;
  /**
   * Returns the events after a position, up to the settled one; undefined if they have to be read from the table.
   */
  recentAfter(position: bigint): readonly Event[] | undefined;
  /**
   * Subscribes to changes of the settled position, and to the end of the stream: by the revocation or expiry of the
   * key, or because the database has lost events of the feed. @returns a function that unsubscribes
   */
  listen(onNews: () => void, onEnd: () => void): () => void;
}

interface Watched {
  readonly owner: Owner;
  settled: bigint;
  /** The id of the event at the settled position; null before the first. */
  last_id: string | null;
  /** The events after `recent_after` up to `settled`, without a gap. */
  recent: readonly Event[];
  recent_after: bigint;
  readonly listeners: Set<Listener>;
  /** The number of streams that use this feed. */
  streams: number;
}

interface Listener {
  readonly key_id: string;
  onNews(): void;
  onEnd(): void;
}

/**
 * Makes the loop, one per process, that polls every streamed feed: one query finds the feeds with new events, and
 * only those are read, once for all their streams. It runs while there are streams and does not keep the process
 * alive. It retries while the database is unavailable.
 *
 * @returns a function that joins a caller's feed at a settled position; `stop` leaves it
 */
export function makeFeedWatch(
  ctx: Ctx,
): (actor: KeyActor, start: Pick<Watched, 'settled' | 'last_id'>) => { feed: Feed; stop(): void } {
  const watched = new Map<string, Watched>();
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    let isBroken = false;
    let wait_ms = pause_ms;
    let keys_at_ms = 0;
    while (watched.size > 0) {
      await setTimeout(wait_ms, undefined, { ref: false });
      const began_ms = performance.now();
      try {
        if (began_ms >= keys_at_ms) {
          keys_at_ms = began_ms + keys_ms;
          await endWithKeys(ctx, watched);
        }
        await look(ctx, watched);
        if (isBroken) ctx.log.info({}, 'event streaming has recovered');
        isBroken = false;
      } catch (error) {
        // Logged once per outage: the next poll follows within a second.
        if (!isBroken) ctx.log.error({ err: error }, 'event streaming failed; retrying until it works');
        isBroken = true;
      }
      wait_ms = Math.max(pause_ms, pause_per_round * (performance.now() - began_ms));
    }
    isRunning = false;
  };

  return ({ merchant_id, mode, key_id }, start) => {
    const key = keyOf({ merchant_id, mode });
    const entry = watched.get(key) ?? makeWatched({ merchant_id, mode }, start);
    watched.set(key, entry);
    entry.streams++;
    if (!isRunning) void run();
    return {
      feed: makeFeed(entry, key_id),
      stop: () => {
        entry.streams--;
        if (entry.streams === 0 && watched.get(key) === entry) watched.delete(key);
      },
    };
  };
}

function keyOf({ merchant_id, mode }: Owner): string {
  return `${mode} ${merchant_id}`;
}

function makeWatched(owner: Owner, start: Pick<Watched, 'settled' | 'last_id'>): Watched {
  return { owner, ...start, recent: [], recent_after: start.settled, listeners: new Set(), streams: 0 };
}

function makeFeed(entry: Watched, key_id: string): Feed {
  return {
    owner: entry.owner,
    settled: () => entry.settled,
    recentAfter: (position) =>
      position < entry.recent_after ? undefined : entry.recent.filter((event) => event.position > position),
    listen: (onNews, onEnd) => {
      const listener = { key_id, onNews, onEnd };
      entry.listeners.add(listener);
      return () => entry.listeners.delete(listener);
    },
  };
}

async function look(ctx: Ctx, watched: Map<string, Watched>): Promise<void> {
  const entries = [...watched.values()];
  if (entries.length === 0) return;
  const asked = entries.map(({ owner, settled, last_id }) => ({ ...owner, after: settled, last_id }));
  const news = await listFeedsWithNews(ctx.db, asked);
  const readInTurn = async (): Promise<void> => {
    for (let owner = news.pop(); owner; owner = news.pop()) {
      const entry = watched.get(keyOf(owner));
      if (!entry) continue;
      if (owner.is_lost) {
        ctx.log.warn({}, 'the database has lost events that were streamed: the streams of their feed end');
        watched.delete(keyOf(owner));
        for (const { onEnd } of [...entry.listeners]) onEnd();
      } else await takeNews(ctx, entry);
    }
  };
  await Promise.all(Array.from({ length: reads_max }, readInTurn));
}

async function takeNews(ctx: Ctx, entry: Watched): Promise<void> {
  const up_to = await settleFeedWithin(ctx, entry.owner, settle_ms);
  if (up_to === undefined) return;
  const page = { after: entry.settled, up_to, limit: recent_max };
  const events = await listFeed(ctx.db, entry.owner, page);
  if (events.length < recent_max) {
    const kept = [...entry.recent, ...events];
    // Streams that are further behind read the table.
    entry.recent_after = kept.at(-recent_max - 1)?.position ?? entry.recent_after;
    entry.recent = kept.slice(-recent_max);
  } else {
    // There are more events than are kept in memory, so every stream reads the table.
    entry.recent_after = up_to;
    entry.recent = [];
  }
  const last = events.findLast(({ position }) => position === up_to);
  entry.last_id = last?.id ?? (await findIdAt(ctx.db, entry.owner, up_to)) ?? entry.last_id;
  entry.settled = up_to;
  for (const { onNews } of entry.listeners) onNews();
}

async function endWithKeys(ctx: Ctx, watched: ReadonlyMap<string, Watched>): Promise<void> {
  const listeners = [...watched.values()].flatMap((entry) => [...entry.listeners]);
  if (listeners.length === 0) return;
  const key_ids = [...new Set(listeners.map(({ key_id }) => key_id))];
  const ended = new Set(await listEndedKeys(ctx.db, key_ids));
  for (const { key_id, onEnd } of listeners) if (ended.has(key_id)) onEnd();
}
