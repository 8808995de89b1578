import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Context } from '../../../platform/context.ts';
import { lockEndpoints } from '../endpoints/queries.ts';
import { switchOff } from '../endpoints/switch-off.ts';
import type { Verdict } from './judge.ts';
import { type Health, insertAttempts, saveHealth } from './queries.ts';

/** The maximum number of attempts recorded in one statement. */
const tries_max = 500;
/** The pause between two attempts to reach a lost database. */
const pause_ms = 200;
/** After this many failed writes, the attempts are discarded: their webhooks are sent again, and recorded then. */
const tries_to_record = 150;

/** An attempt to record. */
export interface Recording {
  readonly endpoint_id: string;
  /** The URL of the attempt: it says nothing about the endpoint once that has another one. */
  readonly url: string;
  readonly verdict: Verdict;
  /** False when the endpoint's health is unchanged. */
  readonly health_changed: boolean;
}

/** Records attempts in groups: those that end while a group is being committed share the next commit. */
export interface Recorder {
  /** @returns once it is committed, or given up after half a minute without a database */
  record(recording: Recording): Promise<void>;
}

interface Entry extends Recording {
  done(): void;
}

export function makeRecorder(ctx: Pick<Context, 'db' | 'clock' | 'log'>): Recorder {
  let queue: Entry[] = [];
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    while (queue.length > 0) {
      const group = queue.slice(0, tries_max);
      queue = queue.slice(tries_max);
      await writeUntilDone(ctx, group);
      for (const { done } of group) done();
    }
    isRunning = false;
  };

  return {
    record: (recording) =>
      new Promise((done) => {
        queue.push({ ...recording, done });
        if (!isRunning) void run();
      }),
  };
}

/**
 * Whether PostgreSQL refuses the data (SQLSTATE classes 22 and 23), so that repeating the write is pointless.
 */
const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

/**
 * Writing the same attempts twice changes nothing, so the write is simply repeated if its commit gets no response.
 */
async function writeUntilDone(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  group: readonly Recording[],
): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      return await write(ctx, group);
    } catch (error) {
      if (isRefused(error) && group.length > 1) {
        for (const one of group) await writeUntilDone(ctx, [one]);
        return;
      }
      if (count === 1)
        ctx.log.warn({ err: error }, 'attempts to send webhooks could not be recorded; retrying');
      if (isRefused(error) || count === tries_to_record) {
        ctx.log.error(
          { err: error, tries: group.length },
          'attempts to send webhooks were lost; the webhooks will be sent again',
        );
        return;
      }
    }
    await setTimeout(pause_ms);
  }
}

async function write(
  { db, clock }: Pick<Context, 'db' | 'clock' | 'log'>,
  group: readonly Recording[],
): Promise<void> {
  const records = group.map(({ verdict }) => verdict.record);
  const telling = group.filter(
    ({ verdict, health_changed }) => health_changed || verdict.switch_off !== null,
  );
  if (telling.length === 0) return insertAttempts(db, records);
  await db.transaction().execute(async (tx) => {
    // Locked first, so that their URLs stay the same, and in the order of their ids, to avoid deadlocks.
    const endpoints = await lockEndpoints(tx, [...new Set(telling.map(({ endpoint_id }) => endpoint_id))]);
    const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
    const valid = telling.filter(({ endpoint_id, url }) => urls.get(endpoint_id) === url);
    const changes = newestHealth(valid);
    const off = new Map(
      valid.flatMap(({ endpoint_id, verdict }) =>
        verdict.switch_off === null ? [] : [[endpoint_id, verdict.switch_off] as const],
      ),
    );
    await insertAttempts(tx, records);
    if (changes.length > 0) await saveHealth(tx, changes, clock.now());
    for (const endpoint of endpoints) {
      const reason = off.get(endpoint.id);
      if (endpoint.enabled && reason) await switchOff(tx, endpoint, reason, clock.now());
    }
  });
}

/** Returns the latest health of each endpoint, in the order of their ids, so that two processes cannot deadlock. */
function newestHealth(group: readonly Recording[]) {
  const newest = new Map<string, Health & { merchant_id: string; endpoint_id: string }>();
  for (const { endpoint_id, verdict, health_changed } of group) {
    const { merchant_id } = verdict.record;
    if (health_changed) newest.set(endpoint_id, { merchant_id, endpoint_id, ...verdict.health });
  }
  return [...newest.values()].toSorted((one, other) => (one.endpoint_id < other.endpoint_id ? -1 : 1));
}
