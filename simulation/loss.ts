import { beginRecovery, endRecovery, lookAround } from '@guichet/core/operations';
import { service_actor } from '@guichet/core/platform';
import { AppError } from '@guichet/kernel/errors';
import { silentLog } from '@guichet/kernel/log';
import type pg from 'pg';
import { command } from '../test-support/actors.ts';
import { type Copy, makeCopy } from './copy.ts';
import type { LossPlan } from './draw-loss.ts';
import { InjectedFault } from './mortal-pool.ts';
import { databaseOn } from './narrow.ts';
import { type Rows, readRows } from './rows.ts';
import type { Scene } from './scene.ts';
import type { Service } from './service.ts';
import type { Stage } from './stage.ts';

/**
 * The loss of a history's database: the database is restored from an older copy, and the service makes status
 * inquiries before it sends anything.
 */
export interface Loss {
  /**
   * The time of the next part of the loss: the copy, the loss itself, or a round of inquiries. Null if there
   * is none.
   */
  nextAt(): number | null;
  /**
   * Does what is due, while nothing else runs. @returns the time from which requests have to be repeated, if
   * the database was lost just now; null otherwise
   */
  tend(): Promise<number | null>;
}

/** The interval at which a recovering service makes its inquiries. */
const look_ms = 15_000;
/**
 * After this many rounds of inquiries, a person opens the service although some are missing, because an
 * operator is unreachable.
 */
const looks_max = 60;

/**
 * Marks the open objects of earlier histories as inquired about, because the simulated operators of those
 * histories no longer exist.
 */
const forget_others_sql = ['attempts', 'payouts', 'refunds'].map(
  (table) => `update ${table} set inquired_at = $1
    where merchant_id <> $2 and status in ('created', 'submitted', 'unknown', 'pending', 'processing')`,
);

/** Prepares the loss of a history, if it has one. */
export function makeLoss(pool: pg.Pool, scene: Scene, stage: Stage, start_ms: number): Loss {
  const { loss } = stage.plan;
  if (!loss) return { nextAt: () => null, tend: async () => null };
  return playLoss(pool, scene, stage, {
    copied_at_ms: start_ms + loss.copied_at_ms,
    lost_at_ms: start_ms + loss.lost_at_ms,
    open_after_ms: loss.open_after_ms,
  });
}

function playLoss(
  pool: pg.Pool,
  scene: Scene,
  stage: Stage,
  { copied_at_ms, lost_at_ms, open_after_ms }: LossPlan,
): Loss {
  const { timeline, fleet, scheduler } = scene;
  const { merchant_id } = stage.caller;
  const now_ms = (): number => timeline.now().getTime();
  let copy: Copy | undefined;
  let next_ms: number | null = copied_at_ms;
  let looks = 0;
  const round = (): void => {
    looks++;
    next_ms = now_ms() + look_ms;
    const service = fleet.pick();
    if (!service) return;
    const isOpening = now_ms() >= lost_at_ms + open_after_ms;
    const anyway = looks > looks_max;
    scheduler.spawn(async () => {
      if (!(await lookAndOpen(service, { isOpening, anyway }))) return;
      scene.count('recovery: opened');
      next_ms = null;
      if (!anyway) scene.breaches.push(...(await findUnasked(pool, merchant_id, new Date(lost_at_ms))));
    }, service.life);
  };
  return {
    nextAt: () => next_ms,
    tend: async () => {
      if (next_ms === null || next_ms > now_ms()) return null;
      if (copy === undefined) {
        copy = await makeCopy(pool, merchant_id);
        await copy.take();
        next_ms = lost_at_ms;
        return null;
      }
      if (looks > 0) {
        round();
        return null;
      }
      // A person stops the service before restoring the database.
      fleet.end();
      await scheduler.clear();
      await lose(pool, stage, copy);
      scene.touched.note('graphile_worker');
      await begin(pool, scene, stage, new Date(copied_at_ms));
      scene.count('fault: loss');
      round();
      return copied_at_ms;
    },
  };
}

/** Restores the copy, and records what is lost. */
async function lose(pool: pg.Pool, stage: Stage, copy: Copy): Promise<void> {
  const { merchant_id } = stage.caller;
  const before = await readRows(pool, merchant_id);
  const keys = await readKeys(pool, merchant_id);
  await copy.putBack();
  const after = await readRows(pool, merchant_id);
  const isThere = idsOf(after);
  const sent = new Set(after.asked.filter(({ committed_at }) => committed_at !== null).map(({ id }) => id));
  const lost_at = stage.timeline.now();
  for (const row of before.asked) {
    if (sent.has(row.id) || (isThere.has(row.id) && row.committed_at === null)) continue;
    const made_as = row.direction === 'collect' ? row.payment_id : row.id;
    stage.lost.push({ row, key: keys.get(made_as ?? '') ?? null, lost_at });
  }
  const remaining = stage.acknowledged.filter(({ id }) => isThere.has(id));
  stage.acknowledged.splice(0, stage.acknowledged.length, ...remaining);
  for (const [customer, { payment_id }] of stage.checkouts) {
    if (!isThere.has(payment_id)) stage.checkouts.delete(customer);
  }
}

function idsOf({ asked, payments }: Rows): ReadonlySet<string> {
  return new Set([...asked, ...payments].map(({ id }) => id));
}

/** Reads the idempotency keys of requests, keyed by the id of the object that the request created. */
async function readKeys(pool: pg.Pool, merchant_id: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ object_id: string; key: string }>(
    'select object_id, key from idempotency_keys where merchant_id = $1',
    [merchant_id],
  );
  return new Map(rows.map(({ object_id, key }) => [object_id, key]));
}

/** Begins a recovery, as `guichet recover` does, before any process of the service has started. */
async function begin(
  pool: pg.Pool,
  { timeline }: Scene,
  { caller: { merchant_id } }: Stage,
  since: Date,
): Promise<void> {
  const client = await pool.connect();
  try {
    await beginRecovery({ db: databaseOn(client), clock: timeline, log: silentLog }, command, { since });
    // The recovery of this history must not make inquiries about objects that earlier histories have left
    // open.
    for (const statement of forget_others_sql) {
      await client.query(statement, [timeline.now(), merchant_id]);
    }
  } finally {
    client.release();
  }
}

/**
 * Runs a round of inquiries of a recovering worker, and a person's attempt to open the service.
 *
 * @returns whether the service is open
 */
async function lookAndOpen(
  { ctx, life }: Service,
  { isOpening, anyway }: { readonly isOpening: boolean; readonly anyway: boolean },
): Promise<boolean> {
  try {
    while (await lookAround(ctx, service_actor));
    if (!isOpening) return false;
    await endRecovery(ctx, command, { anyway });
    return true;
  } catch (error) {
    if (life.isOver() || error instanceof InjectedFault) return false;
    if (!(error instanceof AppError)) throw error;
    // Either the service is open, and the acknowledgement was lost, or some inquiries are still to be made.
    return error.reason?.code === 'service_is_open';
  }
}

/**
 * Finds objects that were open when the recovery began, and were not inquired about before the service
 * opened.
 */
async function findUnasked(pool: pg.Pool, merchant_id: string, began_at: Date): Promise<string[]> {
  const open = [
    ['attempts', `'created', 'submitted', 'unknown'`],
    ['payouts', `'pending', 'processing'`],
    ['refunds', `'pending', 'processing'`],
  ].map(
    ([table, statuses]) => `select id from ${table} where merchant_id = $1 and created_at < $2
      and status in (${statuses}) and (inquired_at is null or inquired_at < $2)`,
  );
  const { rows } = await pool.query<{ id: string }>(open.join(' union all '), [merchant_id, began_at]);
  return rows.map(({ id }) => `${id} was not inquired about before the service opened`);
}
