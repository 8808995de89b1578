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
  /** One sentence for each breach; empty if the history passed. */
  readonly breaches: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly merchant_id: string;
  /** Every step in order; null unless requested. */
  readonly trace: readonly string[] | null;
}

export interface HistoryOptions {
  /** The seed of everything that is random: the same seed gives the same history. */
  readonly seed: number;
  /**
   * The number of the history among those in the same database; the date on which it starts depends on it.
   */
  readonly position: number;
  /** Overrides parts of the plan. */
  readonly tilt?: Tilt | undefined;
  readonly traced?: boolean;
}

/**
 * The time between the starts of two histories in one database, so that the housekeeping of one does not find
 * rows of the other.
 */
const apart_ms = 10 * 24 * 3_600_000;
const first_start_ms = Date.UTC(2040, 0, 1);
/** The length of a history: longer than the service makes inquiries. */
const horizon_ms = 4 * 24 * 3_600_000;
/**
 * The maximum number of times that the clock is advanced. No history needs so many, unless something repeats
 * for ever.
 */
const moments_max = 5_000;
/**
 * Added to the seed for the random numbers of the service, which must differ from those of people and
 * providers.
 */
const jitter_seed = 0x6a697474;
/** Added to the seed for the draws of actions that most histories do not have. */
const rare_seed = 0x72617265;
const shops_seed = 0x746f6c64;
const turns_seed = 0x7475726e;
/** The interval at which the job queue polls. */
const poll_ms = 2_000;
const never = Number.POSITIVE_INFINITY;

/** Plays one history from its first action until nothing is due any more, and checks the result. */
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
    // Transactions that a history leaves open would block the next one.
    scene.fleet.end();
    await scheduler.clear();
  }
}

/** Starts the processes and creates the merchant, before any faults occur. */
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

/** Advances the clock to each time at which something is due, and does it, until nothing is due any more. */
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
    // A suspended process may keep a job locked for hours. If nothing else is due, the queue polls.
    const next_ms = due_ms === never && jobs.isHeld() ? now_ms() + poll_ms : due_ms;
    if (next_ms > start_ms + horizon_ms) return;
    // The clock counts whole milliseconds.
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
