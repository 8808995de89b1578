import type { Http } from '@guichet/operators/http/contract';
import type { CallbackCall } from '@guichet/simulators/contract';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import type pg from 'pg';
import { type Fleet, makeFleet } from './fleet.ts';
import type { Life } from './life.ts';
import type { HistoryPlan } from './plan.ts';
import { makeNetwork, makeProviderSide, type ProviderSide } from './provider-side.ts';
import { receive } from './receive.ts';
import { makeScheduler, type Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';
import { makeShops, type Shop } from './shop.ts';
import { makeTouched, type Touched } from './touched.ts';

/**
 * The simulated environment of a history: its clock, providers, shops and faults, and the processes of the
 * service.
 */
export interface Scene {
  readonly timeline: ReturnType<typeof makeMovedTimeline>;
  readonly scheduler: Scheduler;
  readonly sides: readonly ProviderSide[];
  readonly fleet: Fleet;
  /** Tables that may have changed. */
  readonly touched: Touched;
  /** The merchant's servers that receive webhooks. */
  readonly shops: readonly Shop[];
  /** Whether it is stormy: random faults occur only during the storm. */
  readonly weather: { isStormy: boolean };
  /** All callbacks that providers have sent, from which forgers copy. */
  readonly kept: readonly CallbackCall[];
  readonly counts: Record<string, number>;
  readonly breaches: string[];
  count(what: string): void;
  /** Delivers the callbacks that have arrived, each to a random process that is running. */
  drain(): void;
  /** Starts the storm. */
  storm(): void;
}

const minute_ms = 60_000;

export interface SceneOptions {
  readonly start: Date;
  readonly seed: number;
  readonly random: () => number;
  readonly jitter: () => number;
  readonly traced: boolean;
}

/** Makes a scene. No faults occur in it until its storm starts. */
export function makeScene(pool: pg.Pool, plan: HistoryPlan, options: SceneOptions): Scene {
  const { random, seed, jitter, traced } = options;
  const timeline = makeMovedTimeline(options.start);
  const now_ms = (): number => timeline.now().getTime();
  const start_ms = options.start.getTime();
  const weather = { isStormy: false };
  const counts: Record<string, number> = {};
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const { stickiness } = plan;
  const scheduler = makeScheduler({ random, jitter, now_ms, observer: pool, stickiness, traced });
  const breaches: string[] = [];
  const arrived: CallbackCall[] = [];
  const kept: CallbackCall[] = [];
  const strikes = (fault: NetworkFault): boolean => {
    if (!weather.isStormy || random() >= (plan.faults[fault] ?? 0)) return false;
    count(`fault: ${fault}`);
    return true;
  };
  const hosts = plan.providers.map(({ simulated }, index) => `${simulated.provider.id}-${index}.example`);
  const sides = makeSides(plan, hosts, { timeline, seed, count }, (call) => {
    kept.push(call);
    if (!strikes('callback_lost')) arrived.push(call);
  });
  const touched = makeTouched();
  const fleet = makeFleet({
    pool,
    touched,
    plan,
    scheduler,
    random,
    now_ms,
    start_ms,
    hosts,
    count,
    providers: plan.providers.map(({ simulated }) => simulated.provider),
    isStormy: () => weather.isStormy,
    makeHttp: (life) => makeHttp({ plan, sides, life, scheduler, now_ms, random, strikes, weather }),
  });
  const shops = makeShops(plan.shops, { seed, start_ms, isStormy: () => weather.isStormy, count, breaches });
  const drain = (): void => {
    for (let call = arrived.shift(); call; call = arrived.shift()) {
      const service = fleet.pick();
      if (service) deliver(service, call);
      else count('callbacks to nobody');
    }
  };
  const deliver = ({ ctx, life }: Service, call: CallbackCall): void => {
    count('callbacks');
    scheduler.spawn(() => receive(ctx, call, breaches), life);
  };
  const storm = (): void => startStorm(plan, { sides, weather, count });
  return {
    timeline,
    scheduler,
    sides,
    fleet,
    touched,
    shops,
    weather,
    kept,
    counts,
    breaches,
    count,
    drain,
    storm,
  };
}

function startStorm(
  plan: HistoryPlan,
  { sides, weather, count }: Pick<Scene, 'sides' | 'weather' | 'count'>,
): void {
  weather.isStormy = true;
  if (plan.services.some(({ skew_ms }) => skew_ms !== 0)) count('fault: skew');
  for (const [index, side] of sides.entries()) {
    side.world.faults.rates = { ...plan.providers[index]?.rates };
  }
}

function makeSides(
  plan: HistoryPlan,
  hosts: readonly string[],
  { timeline, seed, count }: Pick<Scene, 'timeline' | 'count'> & { readonly seed: number },
  onCallback: (call: CallbackCall) => void,
): ProviderSide[] {
  return plan.providers.map(({ simulated }, index) =>
    makeProviderSide({
      origin: `https://${hosts[index]}`,
      timeline,
      seed: seed * 31 + index,
      makeSimulator: simulated.makeSimulator,
      onFault: (kind) => count(`fault: ${kind}`),
      onCallback,
    }),
  );
}

type NetworkFault = 'refused' | 'callback_lost' | 'operator_partition';

/** Makes the network between one process and the providers. */
function makeHttp(options: {
  readonly plan: HistoryPlan;
  readonly sides: readonly ProviderSide[];
  readonly life: Life;
  readonly scheduler: Scheduler;
  readonly now_ms: () => number;
  readonly random: () => number;
  readonly weather: { readonly isStormy: boolean };
  strikes(fault: NetworkFault): boolean;
}): Http {
  const { plan, sides, life, scheduler, now_ms, random, weather, strikes } = options;
  let cut_off_until_ms = 0;
  return makeNetwork(sides, {
    life,
    scheduler,
    now_ms,
    latency_ms: () => (weather.isStormy ? random() * plan.latency_max_ms : 0),
    refuses: () => {
      if (strikes('operator_partition')) cut_off_until_ms = now_ms() + random() * 10 * minute_ms;
      return cut_off_until_ms > now_ms() || strikes('refused');
    },
  });
}
