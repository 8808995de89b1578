import { expireSessions } from '@guichet/core/payments';
import { service_actor } from '@guichet/core/platform';
import { makeRandom } from '@guichet/simulators/random';
import type { FaultRates } from '@guichet/simulators/world';
import type pg from 'pg';
import { act } from './act.ts';
import { withChance } from './chance.ts';
import { type Jobs, makeJobs } from './jobs.ts';
import { ProcessDied } from './life.ts';
import { drawPlan, type HistoryPlan } from './plan.ts';
import { makeScene, type Scene } from './scene.ts';
import { setUp } from './set-up.ts';
import type { SimulatedProvider } from './simulated-provider.ts';
import type { Stage } from './stage.ts';
import { findBreaches } from './verify.ts';

/** The result of a history. */
export interface HistoryResult {
  readonly seed: number;
  /** Empty if everything ended as the providers' books say. */
  readonly breaches: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly merchant_id: string;
}

export interface HistoryOptions {
  /** Draws everything: the same seed gives the same history. */
  readonly seed: number;
  /** The history's place in its database. */
  readonly position: number;
  /** Fault rates that replace the drawn ones. */
  readonly rates?: FaultRates | undefined;
}

/** Histories of one database are apart in time, so that the sweeps of one find nothing of another. */
const apart_ms = 10 * 24 * 3_600_000;
const first_start_ms = Date.UTC(2040, 0, 1);
/** Longer than inquiries go on. */
const horizon_ms = 4 * 24 * 3_600_000;
/** More moments than any history has: an endless loop is a breach too. */
const moments_max = 5_000;
/** The service must not draw the same numbers as people and providers. */
const jitter_seed = 0x6a697474;
const never = Number.POSITIVE_INFINITY;

/**
 * Plays one history: people, providers and a service whose process dies again and again, from the first
 * session until nothing is due any more.
 */
export function runHistory(
  pool: pg.Pool,
  providers: readonly SimulatedProvider[],
  options: HistoryOptions,
): Promise<HistoryResult> {
  return withChance(makeRandom(options.seed + jitter_seed), () => runDrawn(pool, providers, options));
}

async function runDrawn(
  pool: pg.Pool,
  providers: readonly SimulatedProvider[],
  { seed, position, rates }: HistoryOptions,
): Promise<HistoryResult> {
  const random = makeRandom(seed);
  const plan = drawPlan(providers, random);
  const start = new Date(first_start_ms + position * apart_ms);
  const scene = makeScene(pool, plan, { start, seed, random });
  const immortal = scene.start(never);
  // What an earlier history has left open would be swept in the middle of this one, and count as its steps.
  await expireSessions(immortal.ctx, service_actor);
  const stage = await setUp(immortal, plan, scene);
  scene.storm(rates);
  const jobs = makeJobs(pool, { merchant_ids: [stage.caller.merchant_id] }, (task, error) => {
    scene.count(`job failed: ${task}`);
    // The provider's key was unavailable: the job reports it and is retried.
    if (!String(error).includes('could not be verified')) scene.breaches.push(`job ${task} threw ${error}`);
  });
  await play(scene, stage, jobs, plan);
  const { counts } = scene;
  const breaches = [...scene.breaches, ...(await findBreaches(pool, stage, scene.sides))];
  return { seed, breaches, counts, merchant_id: stage.caller.merchant_id };
}

/** Advances from moment to moment until nothing is due any more. */
async function play(scene: Scene, stage: Stage, jobs: Jobs, plan: HistoryPlan): Promise<void> {
  const { timeline } = scene;
  const lives = [...plan.lives];
  let service = scene.start(lives.shift() ?? never);
  const alive = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      scene.count('deaths');
      await jobs.free(timeline.now());
      service = scene.start(lives.shift() ?? never);
    }
  };
  const start_ms = timeline.now().getTime();
  const actions = plan.actions.map((action) => ({ ...action, at_ms: start_ms + action.at_ms }));
  for (let moment = 0; ; moment++) {
    if (moment > moments_max) throw new Error('the history does not end');
    const next_ms = Math.min(
      actions[0]?.at_ms ?? never,
      timeline.nextAt()?.getTime() ?? never,
      (await jobs.nextAt())?.getTime() ?? never,
    );
    if (next_ms > start_ms + horizon_ms) return;
    timeline.advance(Math.max(0, next_ms - timeline.now().getTime()));
    await alive(() => scene.drain(service));
    while (actions[0] && actions[0].at_ms <= timeline.now().getTime()) {
      const action = actions.shift();
      if (action) await alive(() => act(service.ctx, stage, action));
    }
    await alive(() => jobs.runDue(service.tasks, timeline.now()));
  }
}
