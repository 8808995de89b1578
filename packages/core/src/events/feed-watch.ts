import { setTimeout } from 'node:timers/promises';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { listEndedKeys } from '../accounts/api-keys/queries.ts';
import type { Context } from '../platform/context.ts';
import { type Event, listFeed, listFeedsWithNews, type Owner } from './queries.ts';
import { settleFeedWithin } from './settle.ts';

type Ctx = Pick<Context, 'db' | 'log'>;

/** Between two rounds of looking. */
const pause_ms = 150;
/** Where a round takes long, the pause is that many times as long: looking is never most of what we do. */
const pause_per_round = 3;
/** A key that is revoked or expires stops everywhere within a second (design section 7). */
const keys_ms = 600;
/** Events kept of a feed, for those who are up to date. */
const recent_max = 50;
/** Somebody who writes for longer holds up one round of one feed by that, and is waited for again in the next. */
const settle_ms = 100;
/** Feeds that are read at once. */
const reads_max = 4;

/** What one process knows of a merchant's feed in a mode, for all who stream it. */
export interface Feed {
  readonly owner: Owner;
  /** Everything up to there has been committed. */
  settled(): bigint;
  /** Events after a position, up to the settled one; undefined where they have to be read from the table. */
  recentAfter(position: bigint): readonly Event[] | undefined;
  /** Is told when the settled position moves, and when the key is revoked or expires. @returns ends the telling */
  listen(onNews: () => void, onKeyEnded: () => void): () => void;
}

interface Watched {
  readonly owner: Owner;
  settled: bigint;
  /** Without a gap from `recent_after` to `settled`. */
  recent: readonly Event[];
  recent_after: bigint;
  readonly listeners: Set<Listener>;
  /** How many hold it. */
  streams: number;
}

interface Listener {
  readonly key_id: string;
  onNews(): void;
  onKeyEnded(): void;
}

/**
 * Makes the one loop of a process that looks at every feed somebody streams: one query a round says which of them have
 * news, and only those are read, once for all their streams. It runs while there are streams and keeps no process
 * alive. A lost database is waited for.
 *
 * @returns joins the feed of a caller at a settled position; `stop` leaves it
 */
export function makeFeedWatch(ctx: Ctx): (caller: Caller, from: bigint) => { feed: Feed; stop(): void } {
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
        if (isBroken) ctx.log.info({}, 'streaming events goes on');
        isBroken = false;
      } catch (error) {
        // Once for each outage: the next round comes within the second.
        if (!isBroken)
          ctx.log.error({ err: error }, 'streaming events failed, and is tried again until it works');
        isBroken = true;
      }
      wait_ms = Math.max(pause_ms, pause_per_round * (performance.now() - began_ms));
    }
    isRunning = false;
  };

  return ({ merchant_id, mode, key_id }, from) => {
    const key = keyOf({ merchant_id, mode });
    const entry = watched.get(key) ?? makeWatched({ merchant_id, mode }, from);
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

function makeWatched(owner: Owner, from: bigint): Watched {
  return { owner, settled: from, recent: [], recent_after: from, listeners: new Set(), streams: 0 };
}

function makeFeed(entry: Watched, key_id: string): Feed {
  return {
    owner: entry.owner,
    settled: () => entry.settled,
    recentAfter: (position) =>
      position < entry.recent_after ? undefined : entry.recent.filter((event) => event.position > position),
    listen: (onNews, onKeyEnded) => {
      const listener = { key_id, onNews, onKeyEnded };
      entry.listeners.add(listener);
      return () => entry.listeners.delete(listener);
    },
  };
}

async function look(ctx: Ctx, watched: ReadonlyMap<string, Watched>): Promise<void> {
  const entries = [...watched.values()];
  if (entries.length === 0) return;
  const asked = entries.map(({ owner, settled }) => ({ ...owner, after: settled }));
  const news = await listFeedsWithNews(ctx.db, asked);
  const readInTurn = async (): Promise<void> => {
    for (let owner = news.pop(); owner; owner = news.pop()) {
      const entry = watched.get(keyOf(owner));
      if (entry) await takeNews(ctx, entry);
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
    // What is cut off is read from the table by those who are that far behind.
    entry.recent_after = kept.at(-recent_max - 1)?.position ?? entry.recent_after;
    entry.recent = kept.slice(-recent_max);
  } else {
    // More than is kept: everybody reads for itself.
    entry.recent_after = up_to;
    entry.recent = [];
  }
  entry.settled = up_to;
  for (const { onNews } of entry.listeners) onNews();
}

async function endWithKeys(ctx: Ctx, watched: ReadonlyMap<string, Watched>): Promise<void> {
  const listeners = [...watched.values()].flatMap((entry) => [...entry.listeners]);
  if (listeners.length === 0) return;
  const key_ids = [...new Set(listeners.map(({ key_id }) => key_id))];
  const ended = new Set(await listEndedKeys(ctx.db, key_ids));
  for (const { key_id, onKeyEnded } of listeners) if (ended.has(key_id)) onKeyEnded();
}
