import type { Http } from '@guichet/operators/http/contract';
import type { Provider } from '@guichet/operators/provider';
import type pg from 'pg';
import { type Life, makeLife } from './life.ts';
import { type DatabaseFault, endIdleTransactions } from './mortal-pool.ts';
import type { HistoryPlan, ServiceFault } from './plan.ts';
import type { Scheduler } from './scheduler.ts';
import { type Service, startService } from './service.ts';
import type { Touched } from './touched.ts';

/** The processes of the service, each on its own machine. Processes are killed, and started again. */
export interface Fleet {
  /** Picks a process that currently accepts requests and jobs; undefined while none does. */
  pick(): Service | undefined;
  /**
   * Ends transactions that are idle for too long, and starts the processes that are due. @returns whether the
   * queue has to release the jobs of dead processes
   */
  tend(): Promise<boolean>;
  /** The names under which healthy processes lock jobs. */
  names(): string[];
  /**
   * The next time at which a process starts or counts as dead, or at which PostgreSQL ends an idle
   * transaction; null if there is none.
   */
  nextAt(): number | null;
  /** Kills all processes. */
  end(): void;
}

export interface FleetOptions {
  readonly pool: pg.Pool;
  readonly plan: HistoryPlan;
  readonly touched: Touched;
  readonly scheduler: Scheduler;
  readonly random: () => number;
  readonly now_ms: () => number;
  /** The start of the history. */
  readonly start_ms: number;
  readonly hosts: readonly string[];
  readonly providers: readonly Provider[];
  isStormy(): boolean;
  count(what: string): void;
  makeHttp(life: Life): Http;
}

/** A worker counts as dead after this time without a heartbeat (the server's worker). */
const dead_after_ms = 15_000;
/** PostgreSQL ends a transaction that was idle for this long (the service's connections). */
const idle_max_ms = 30_000;
const minute_ms = 60_000;

interface Slot {
  service: Service | null;
  start_ms: number;
  lives: number;
  /** The database is unreachable until this time. */
  cut_off_until_ms: number;
}

/** Makes the processes of a history; `tend` starts them. */
export function makeFleet(options: FleetOptions): Fleet {
  const { plan, random, now_ms, count, scheduler } = options;
  const slots = plan.services.map(
    (): Slot => ({ service: null, start_ms: 0, lives: 0, cut_off_until_ms: 0 }),
  );
  let releases: number[] = [];
  let idle: { readonly life: Life; readonly at_ms: number }[] = [];
  const fate = makeFate(options, (life, until_ms) => {
    if (until_ms > now_ms() + dead_after_ms) releases.push(now_ms() + dead_after_ms);
    if (until_ms > now_ms() + idle_max_ms) idle.push({ life, at_ms: now_ms() + idle_max_ms });
  });
  const start = async (slot: Slot, index: number): Promise<void> => {
    const machine = plan.services[index];
    if (!machine) throw new Error(`the plan has no service ${index}`);
    const life = makeLife(`${String.fromCharCode(97 + index)}${slot.lives++}`, fate.meet);
    slot.service = await startService({
      ...options,
      skew_ms: machine.skew_ms,
      http: options.makeHttp(life),
      mortal: {
        life,
        scheduler,
        connections_max: machine.connections_max,
        is_patient: plan.is_read,
        onRun: options.touched.note,
        fault: (at) => fate.meetDatabase(slot, at),
      },
    });
  };
  const isWell = ({ service }: Slot): boolean =>
    service !== null && !service.life.isOver() && service.life.frozen_until_ms() <= now_ms();
  return {
    pick: () => {
      const well = slots.filter(isWell);
      return well[Math.floor(random() * well.length)]?.service ?? undefined;
    },
    tend: async () => {
      const over = idle.filter(({ at_ms }) => at_ms <= now_ms());
      idle = idle.filter(({ at_ms }) => at_ms > now_ms());
      for (const { life } of over) await endIdleTransactions(life);
      for (const [index, slot] of slots.entries()) {
        if (slot.service?.life.isOver()) {
          count('deaths');
          slot.service = null;
          slot.start_ms = now_ms() + 1_000 + random() * 30_000;
          releases.push(now_ms() + dead_after_ms);
        }
        if (slot.service === null && slot.start_ms <= now_ms()) await start(slot, index);
      }
      const before = releases.length;
      releases = releases.filter((at_ms) => at_ms > now_ms());
      return releases.length < before;
    },
    end: () => {
      for (const { service } of slots) service?.life.end();
    },
    names: () => slots.filter(isWell).flatMap(({ service }) => service?.life.name ?? []),
    nextAt: () => {
      const starts = slots.filter(({ service }) => service === null).map(({ start_ms }) => start_ms);
      const times = [...starts, ...releases, ...idle.map(({ at_ms }) => at_ms)];
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}

/** Draws the faults of processes at each step, and those of their database connections. */
function makeFate(
  { plan, random, now_ms, count, isStormy, start_ms }: FleetOptions,
  onFrozen: (life: Life, until_ms: number) => void,
) {
  const strikes = (fault: ServiceFault): boolean => {
    const rate = plan.faults[fault] ?? 0;
    if (rate === 0 || !isStormy() || random() >= rate) return false;
    count(`fault: ${fault}`);
    return true;
  };
  const isLooping = (): boolean => {
    const { crash_loop: loop } = plan;
    const at_ms = now_ms() - start_ms;
    return loop !== null && isStormy() && at_ms >= loop.from_ms && at_ms < loop.to_ms;
  };
  const freeze = (life: Life, duration_ms: number): void => {
    life.freeze(now_ms() + duration_ms);
    onFrozen(life, now_ms() + duration_ms);
  };
  return {
    meet: (life: Life): void => {
      if (isLooping() && random() < 0.5) {
        count('fault: crash_loop');
        life.end();
      } else if (strikes('kill')) life.end();
      else if (strikes('freeze')) freeze(life, 200 + random() * 20_000);
      else if (strikes('long_freeze')) freeze(life, (10 + random() * 170) * minute_ms);
    },
    meetDatabase: (slot: Slot, at: 'statement' | 'commit'): DatabaseFault | undefined => {
      if (slot.cut_off_until_ms > now_ms()) return 'broken';
      if (strikes('database_partition')) {
        slot.cut_off_until_ms = now_ms() + random() * 3 * minute_ms;
        return 'broken';
      }
      if (at === 'commit') return strikes('lost_acknowledgement') ? 'lost_acknowledgement' : undefined;
      return (['deadlock', 'serialization_failure', 'disk_full', 'broken'] as const).find(strikes);
    },
  };
}
