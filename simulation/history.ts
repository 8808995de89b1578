import type { CallbackCall } from '@guichet/simulators/contract';
import { makeRandom } from '@guichet/simulators/random';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import type { FaultRates } from '@guichet/simulators/world';
import type pg from 'pg';
import { act, type Stage } from './act.ts';
import { makeJobs } from './jobs.ts';
import { makeLife, ProcessDied } from './life.ts';
import { drawPlan, type HistoryPlan } from './plan.ts';
import { makeNetwork, makeProviderSide } from './provider-side.ts';
import { receive } from './receive.ts';
import { type Service, startService } from './service.ts';
import { setUp } from './set-up.ts';
import type { SimulatedProvider } from './simulated-provider.ts';
import { findBreaches } from './verify.ts';

/** What came of a history. */
export interface HistoryResult {
  readonly seed: number;
  /** Empty: everything ended as the providers' books say. */
  readonly breaches: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly merchant_id: string;
}

/** Histories of one database lie apart in time, so that the sweeps of one find nothing of another. */
const apart_ms = 10 * 24 * 3_600_000;
const first_start_ms = Date.UTC(2040, 0, 1);
/** Longer than anything is asked about. */
const horizon_ms = 4 * 24 * 3_600_000;
/** More moments than any history has: a loop that does not end is a breach too. */
const moments_max = 5_000;

/**
 * Plays one history: people, providers and a service whose process dies again and again, from the first session until
 * nothing is due any more.
 *
 * @param options.position of the history in its database
 * @param options.seed draws everything; the same seed gives the same history
 * @param options.rates of faults, in place of those drawn
 */
export async function runHistory(
  pool: pg.Pool,
  providers: readonly SimulatedProvider[],
  options: { readonly seed: number; readonly position: number; readonly rates?: FaultRates | undefined },
): Promise<HistoryResult> {
  const random = makeRandom(options.seed);
  const plan = drawPlan(providers, random);
  const start_ms = first_start_ms + options.position * apart_ms;
  const timeline = makeMovedTimeline(new Date(start_ms));
  // Accounts are set up in fair weather.
  const weather = { isStormy: false };
  const counts: Record<string, number> = {};
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const breaches: string[] = [];
  const arrived: CallbackCall[] = [];
  const kept: CallbackCall[] = [];
  const sides = plan.providers.map(({ simulated }, index) =>
    makeProviderSide({
      origin: `http://${simulated.provider.id}-${index}.example`,
      timeline,
      seed: options.seed * 31 + index,
      makeSimulator: simulated.makeSimulator,
      onCallback: (call) => {
        kept.push(call);
        if (weather.isStormy && random() < plan.missed) count('callbacks missed');
        else arrived.push(call);
      },
    }),
  );

  const drain = async (service: Service): Promise<void> => {
    for (let call = arrived.shift(); call; call = arrived.shift()) {
      count('callbacks');
      await receive(service.ctx, call, breaches);
    }
  };
  const lives = [...plan.lives];
  const start = (steps: number): Service => {
    const life = makeLife(steps);
    const service: Service = startService({
      pool,
      life,
      clock: timeline,
      providers: plan.providers.map(({ simulated }) => simulated.provider),
      http: makeNetwork(sides, life, {
        refuses: () => weather.isStormy && random() < plan.refused,
        between: async () => {
          if (random() < plan.overtaken) await drain(service);
        },
      }),
    });
    return service;
  };

  const stage: Stage = await setUp(start(Number.POSITIVE_INFINITY), plan, sides, {
    timeline,
    weather,
    count,
    breaches,
    kept,
  });
  weather.isStormy = true;
  for (const [index, { rates }] of plan.providers.entries()) {
    Object.assign(sides[index]?.world.faults ?? {}, { rates: { ...rates, ...options.rates } });
  }
  const jobs = makeJobs(pool, { merchant_ids: [stage.caller.merchant_id] }, (task, error) => {
    count(`job failed: ${task}`);
    // The provider's key could not be fetched: the job says so and tries again.
    if (!String(error).includes('could not be verified')) breaches.push(`job ${task} threw ${error}`);
  });

  let service = start(lives.shift() ?? Number.POSITIVE_INFINITY);
  const alive = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      count('deaths');
      await jobs.free(timeline.now());
      service = start(lives.shift() ?? Number.POSITIVE_INFINITY);
    }
  };

  const actions = plan.actions.map((action) => ({ ...action, at_ms: start_ms + action.at_ms }));
  for (let moment = 0; ; moment++) {
    if (moment > moments_max) throw new Error('the history does not end');
    const next_ms = Math.min(
      actions[0]?.at_ms ?? Number.POSITIVE_INFINITY,
      timeline.nextAt()?.getTime() ?? Number.POSITIVE_INFINITY,
      (await jobs.nextAt())?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    if (next_ms > start_ms + horizon_ms) break;
    timeline.advance(Math.max(0, next_ms - timeline.now().getTime()));
    await alive(() => drain(service));
    for (let action = actions[0]; action && action.at_ms <= timeline.now().getTime(); action = actions[0]) {
      actions.shift();
      const now = action;
      await alive(() => act(service.ctx, stage, now));
    }
    await alive(() => jobs.runDue(service.tasks, timeline.now()));
  }
  breaches.push(...(await findBreaches(pool, stage, sides)));
  return { seed: options.seed, breaches, counts, merchant_id: stage.caller.merchant_id };
}

export type { HistoryPlan };
