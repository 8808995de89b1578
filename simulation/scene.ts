import type { CallbackCall } from '@guichet/simulators/contract';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import type { FaultRates } from '@guichet/simulators/world';
import type pg from 'pg';
import { makeLife } from './life.ts';
import type { HistoryPlan } from './plan.ts';
import { makeNetwork, makeProviderSide, type ProviderSide } from './provider-side.ts';
import { receive } from './receive.ts';
import { type Service, startService } from './service.ts';

/** The setting of a history: time, providers, faults, and a service that can be restarted again and again. */
export interface Scene {
  readonly timeline: ReturnType<typeof makeMovedTimeline>;
  readonly sides: readonly ProviderSide[];
  /** While it is stormy connections are refused, callbacks get lost, and providers make mistakes. */
  readonly weather: { isStormy: boolean };
  /** Callbacks that providers have sent. */
  readonly kept: readonly CallbackCall[];
  readonly counts: Record<string, number>;
  readonly breaches: string[];
  count(what: string): void;
  /** Starts a process of the service. @param steps until it dies; Infinity: never */
  start(steps: number): Service;
  /** Delivers callbacks that have arrived to the service. */
  drain(service: Service): Promise<void>;
  /** Starts the faults. @param rates replace those of the plan */
  storm(rates: FaultRates | undefined): void;
}

/** Sets up a scene without faults. */
export function makeScene(
  pool: pg.Pool,
  plan: HistoryPlan,
  options: { readonly start: Date; readonly seed: number; readonly random: () => number },
): Scene {
  const { random, seed } = options;
  const timeline = makeMovedTimeline(options.start);
  const weather = { isStormy: false };
  const counts: Record<string, number> = {};
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const breaches: string[] = [];
  const arrived: CallbackCall[] = [];
  const kept: CallbackCall[] = [];
  const hosts = plan.providers.map(({ simulated }, index) => `${simulated.provider.id}-${index}.example`);
  const sides = plan.providers.map(({ simulated }, index) =>
    makeProviderSide({
      origin: `https://${hosts[index]}`,
      timeline,
      seed: seed * 31 + index,
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
  const start = (steps: number): Service => {
    const life = makeLife(steps);
    const service: Service = startService({
      pool,
      life,
      clock: timeline,
      hosts,
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
  const storm = (rates: FaultRates | undefined): void => {
    weather.isStormy = true;
    for (const [index, side] of sides.entries()) {
      side.world.faults.rates = { ...plan.providers[index]?.rates, ...rates };
    }
  };
  return { timeline, sides, weather, kept, counts, breaches, count, start, drain, storm };
}
