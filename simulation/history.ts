import { makeRandom } from '@guichet/simulators/random';
import type pg from 'pg';
import { makeCouriers } from './couriers.ts';
import { addCounts, countCovered } from './coverage.ts';
import { type Jobs, makeJobs } from './jobs.ts';
import { makeLoss } from './loss.ts';
import { InjectedFault } from './mortal-pool.ts';
import { drawPlan, type HistoryPlan, type Tilt } from './plan.ts';
import { makeRequests } from './requests.ts';
import { makeScene, type Scene } from './scene.ts';
import { setUp } from './set-up.ts';
import type { SimulatedProvider } from './simulated-provider.ts';
import type { Stage } from './stage.ts';
import { findBreaches } from './verify.ts';

/** The result of a history. */
export interface HistoryResult {
  readonly seed: number;
  /** Empty if every outcome matches the providers' books. */
  readonly breaches: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly merchant_id: string;
  /** Every step in order, if requested. */
  readonly trace: readonly string[] | null;
}

export interface HistoryOptions {
  /** The seed of everything that is drawn: the same seed gives the same history. */
  readonly seed: number;
  /** The history's place in its database. */
  readonly position: number;
  /** Replaces something that was drawn. */
  readonly tilt?: Tilt | undefined;
  readonly traced?: boolean;
}

/** The time between histories of one database, so that the sweeps of one find nothing of another. */
const apart_ms = 10 * 24 * 3_600_000;
const first_start_ms = Date.UTC(2040, 0, 1);
/** Longer than inquiries continue. */
const horizon_ms = 4 * 24 * 3_600_000;
/** More moments than any history needs; an endless loop is a breach too. */
const moments_max = 5_000;
/** The service must not draw the same numbers as people and providers. */
const jitter_seed = 0x6a697474;
/** For the draws of actions that most histories do not have. */
const rare_seed = 0x72617265;
const shops_seed = 0x746f6c64;
const turns_seed = 0x7475726e;
/** The queue's own interval. */
const poll_ms = 2_000;
const never = Number.POSITIVE_INFINITY;

/**
 * Runs one history: people, providers and a service whose processes die repeatedly, from the first session until
 * nothing is due any more.
 */
export async function runHistory(
  pool: pg.Pool,
  providers: readonly SimulatedProvider[],
  { seed, position, tilt, traced = false }: HistoryOptions,
): Promise<HistoryResult> {
  const random = makeRandom(seed);
  const jitter = makeRandom(seed + jitter_seed);
  const plan = drawPlan(
    providers,
    {
      random,
      rare: makeRandom(seed + rare_seed),
      shops: makeRandom(seed + shops_seed),
      turns: makeRandom(seed + turns_seed),
    },
    tilt,
  );
  const start = new Date(first_start_ms + position * apart_ms);
  const scene = makeScene(pool, plan, { start, seed, random, jitter, traced });
  const { timeline, scheduler, touched, counts } = scene;
  const jobs = makeJobs({ pool, scheduler, touched, now: () => timeline.now() }, (task, error) => {
    scene.count(`job failed: ${task}`);
    // The provider's key was unavailable: the job reports it and is retried.
    if (error instanceof InjectedFault || String(error).includes('could not be verified')) return;
    scene.breaches.push(`job ${task} threw ${error}`);
  });
  try {
    const stage = await prepare(plan, scene, jobs);
    scene.storm();
    await play(pool, scene, stage, jobs);
    const breaches = [...scene.breaches, ...(await findBreaches(pool, stage, scene.sides))];
    const { merchant_id } = stage.caller;
    addCounts(counts, await countCovered(pool, merchant_id));
    counts['waits for a lock'] = scheduler.waits();
    return { seed, breaches, counts, merchant_id, trace: scheduler.trace };
  } finally {
    // Anything that a history leaves open would block the next one.
    scene.fleet.end();
    await scheduler.clear();
  }
}

/** Sets the stage before anything goes wrong. */
async function prepare(plan: HistoryPlan, { fleet, scheduler, ...scene }: Scene, jobs: Jobs): Promise<Stage> {
  await fleet.tend();
  const service = fleet.pick();
  if (!service) throw new Error('no process has started');
  await jobs.clear(service.tasks);
  let stage: Stage | undefined;
  scheduler.spawn(async () => {
    stage = await setUp(service.ctx, plan, { fleet, scheduler, ...scene });
  }, service.life);
  await scheduler.settle();
  if (!stage) throw new Error('the stage was not set');
  return stage;
}

/** Advances from moment to moment until nothing is due any more. */
async function play(pool: pg.Pool, scene: Scene, stage: Stage, jobs: Jobs): Promise<void> {
  const { timeline, scheduler, fleet } = scene;
  const now_ms = (): number => timeline.now().getTime();
  const start_ms = now_ms();
  const requests = makeRequests(scene, stage, start_ms);
  const loss = makeLoss(pool, scene, stage, start_ms);
  const couriers = makeCouriers(pool, scene, stage.caller.merchant_id);
  for (let moment = 0; ; moment++) {
    if (moment > moments_max) throw new Error('the history does not end');
    const job_at = fleet.names().length > 0 ? await jobs.nextAt() : null;
    const due_ms = Math.min(
      requests.nextAt() ?? never,
      timeline.nextAt()?.getTime() ?? never,
      scheduler.nextAt() ?? never,
      fleet.nextAt() ?? never,
      loss.nextAt() ?? never,
      job_at?.getTime() ?? never,
      (await couriers.nextAt()) ?? never,
    );
    // A job may stay locked for hours: if nothing else is due, the queue polls.
    const next_ms = due_ms === never && jobs.isHeld() ? now_ms() + poll_ms : due_ms;
    if (next_ms > start_ms + horizon_ms) return;
    // Times have whole milliseconds.
    timeline.advance(Math.max(0, Math.ceil(next_ms) - now_ms()));
    if (await fleet.tend()) jobs.free(fleet.names());
    scene.drain();
    const lost_since_ms = await loss.tend();
    if (lost_since_ms !== null) requests.repeat(lost_since_ms);
    requests.start();
    do await scheduler.settle();
    while ((await jobs.start(fleet.pick)) || (await couriers.start()));
  }
}
