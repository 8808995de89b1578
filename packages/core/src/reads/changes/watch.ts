import { setTimeout } from 'node:timers/promises';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Mode } from '../../platform/database/columns.ts';
import { nounsOf } from './nouns.ts';
import { type Glance, listGlances } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'log'>;

/** The pause between two polls. */
const pause_ms = 700;
/** The time after which the page has to reconnect and authenticate again. */
const stream_ms = 5 * 60 * 1000;

/** Called with the changed nouns. The first call names no noun; changes are reported from then on. */
type Listener = (nouns: readonly string[]) => void;

interface Watched {
  readonly merchant_id: string;
  readonly mode: Mode;
  /** The versions as of the last poll; null before the first. */
  seen: ReadonlyMap<string, string> | null;
  readonly listeners: Set<Listener>;
}

/**
 * Reports which nouns of a merchant and mode have changed, in any process, until the signal aborts or for 5
 * minutes. The first report has no noun: data that was read before it may be out of date.
 */
export type WatchChanges = (
  actor: StaffActor,
  signal: AbortSignal,
) => AsyncIterable<{ readonly nouns: readonly string[] }>;

/**
 * Makes the single loop of a process that polls the data shown by its open pages. It runs while there are open
 * pages and does not keep the process alive. It retries while the database is unavailable.
 */
export function makeChangesWatch(ctx: Ctx): WatchChanges {
  const watched = new Map<string, Watched>();
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    let isBroken = false;
    while (watched.size > 0) {
      try {
        for (const entry of [...watched.values()]) await look(ctx, entry);
        isBroken = false;
      } catch (error) {
        // Logged once per outage, because the next poll follows within a second.
        if (!isBroken) ctx.log.error({ err: error }, 'watching for changes failed; retrying until it works');
        isBroken = true;
      }
      await setTimeout(pause_ms, undefined, { ref: false });
    }
    isRunning = false;
  };

  const listen = ({ merchant_id, mode }: StaffActor, listener: Listener): (() => void) => {
    const key = `${mode} ${merchant_id}`;
    const entry = watched.get(key) ?? { merchant_id, mode, seen: null, listeners: new Set() };
    watched.set(key, entry);
    entry.listeners.add(listener);
    if (entry.seen !== null) listener([]);
    if (!isRunning) void run();
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size === 0 && watched.get(key) === entry) watched.delete(key);
    };
  };

  return (actor, signal) => {
    requireScope(actor, 'payments:read');
    const ending = AbortSignal.any([signal, AbortSignal.timeout(stream_ms)]);
    return collect((listener) => listen(actor, listener), ending);
  };
}

async function look(ctx: Ctx, entry: Watched): Promise<void> {
  const rows = await listGlances(ctx.db, entry);
  const { seen } = entry;
  entry.seen = new Map(rows.map((row) => [nameOf(row), row.version]));
  if (seen === null) {
    for (const listener of entry.listeners) listener([]);
    return;
  }
  const changed = rows.filter((row) => seen.get(nameOf(row)) !== row.version);
  if (changed.length === 0) return;
  const nouns = new Set(changed.flatMap(({ kind }) => nounsOf(kind)));
  if (changed.some(({ version }) => version === 'audit')) nouns.add('audit');
  // Of many waiting deliveries, those of new events are not compared.
  if (changed.some(({ version }) => version === 'event')) nouns.add('deliveries');
  for (const listener of entry.listeners) listener([...nouns]);
}

function nameOf({ kind, id }: Glance): string {
  return `${kind} ${id}`;
}

/** Collects reports while the reader is busy, and yields them together. */
async function* collect(
  listen: (listener: Listener) => () => void,
  signal: AbortSignal,
): AsyncGenerator<{ readonly nouns: readonly string[] }> {
  const waiting = new Set<string>();
  let has_begun = false;
  let wake = (): void => undefined;
  const stop = listen((nouns) => {
    if (nouns.length === 0) has_begun = true;
    for (const noun of nouns) waiting.add(noun);
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      if (has_begun) {
        has_begun = false;
        yield { nouns: [] };
        continue;
      }
      if (waiting.size > 0) {
        const nouns = [...waiting];
        waiting.clear();
        yield { nouns };
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stop();
  }
}
