import { setInterval } from 'node:timers';
import type { Clock } from '@guichet/kernel/clock';
import type { Log } from '@guichet/kernel/log';
import type pg from 'pg';
import { readClock } from './queries.ts';

/**
 * The largest accepted difference between this machine's clock and PostgreSQL's. It matters because this machine's
 * clock decides whether certificates and providers' tokens are valid.
 */
export const difference_max_ms = 5_000;
const read_every_ms = 5_000;
/**
 * The assumed drift between two clocks, in milliseconds per second: the maximum for server oscillators and for NTP
 * slewing.
 */
const drift_ms_per_s = 0.5;

/** The clocks of this machine. */
export interface MachineClocks {
  /** The time of day in milliseconds; it jumps when the clock is set. */
  wall(): number;
  /** A number of milliseconds that never decreases. */
  monotonic(): number;
}

const machine: MachineClocks = { wall: () => Date.now(), monotonic: () => performance.now() };

/** PostgreSQL's time in this process, which determines every age, deadline and expiry. */
export interface DatabaseClock extends Clock {
  /** Reads PostgreSQL's time. */
  read(): Promise<void>;
  /**
   * Reads PostgreSQL's time every five seconds from now on.
   *
   * @throws ClockError when this machine's clock is too far off at the start
   */
  follow(log: Log): void;
  /**
   * The difference between this machine's clock and PostgreSQL's in milliseconds, as far as it is certain: positive
   * if this machine's clock is ahead, negative if it is behind.
   */
  difference_ms(): number;
  isOff(): boolean;
  stop(): void;
}

/** The error when this machine's clock is too far from PostgreSQL's; one of the two has to be corrected. */
export class ClockError extends Error {
  constructor(difference_ms: number) {
    super(
      `The clock of this machine is ${describeDifference(difference_ms)} PostgreSQL's; at most ${difference_max_ms / 1000} s are allowed. Synchronize both with a time server (NTP).`,
    );
    this.name = 'ClockError';
  }
}

const units = [
  { name: 'days', ms: 86_400_000 },
  { name: 'hours', ms: 3_600_000 },
  { name: 'minutes', ms: 60_000 },
  { name: 's', ms: 1000 },
] as const;

/**
 * @returns for example `7.3 s behind` or `61.0 minutes ahead of`, in the largest unit in which the number is at
 * least two
 */
export function describeDifference(difference_ms: number): string {
  const size_ms = Math.abs(difference_ms);
  const unit = units.find(({ ms }) => size_ms >= 2 * ms) ?? units[3];
  return `${(size_ms / unit.ms).toFixed(1)} ${unit.name} ${difference_ms > 0 ? 'ahead of' : 'behind'}`;
}

/**
 * A reading of PostgreSQL's clock. PostgreSQL's time is the monotonic clock plus `offset_ms`, give or take
 * `error_ms`.
 */
interface Reading {
  readonly offset_ms: number;
  readonly error_ms: number;
  readonly at_ms: number;
}

/**
 * Reads PostgreSQL's clock between two readings of this machine's. Connects first, because opening a connection
 * takes longer than the query.
 */
async function readBoth(pool: Pick<pg.Pool, 'connect'>, monotonic: () => number) {
  const client = await pool.connect();
  let problem: Error | undefined;
  try {
    const sent_ms = monotonic();
    const time = await readClock(client);
    return { time, sent_ms, at_ms: monotonic() };
  } catch (error) {
    problem = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(problem);
  }
}

/**
 * Makes a clock with PostgreSQL's time, so that all processes agree on the time wherever they run, even when a
 * machine's clock is set. Between two readings it advances with the machine's monotonic clock.
 *
 * The shorter its round trip, the more exact a reading. A slow reading is used only when the previous one has
 * become less exact with age, or when the two contradict each other because another server has taken over or this
 * machine was suspended.
 */
export function makeDatabaseClock(
  pool: Pick<pg.Pool, 'connect'>,
  { wall, monotonic }: MachineClocks = machine,
): DatabaseClock {
  let best: Reading | undefined;
  let timer: NodeJS.Timeout | undefined;
  let is_reading = false;
  let was_off = false;

  const errorOf = ({ error_ms, at_ms }: Reading, now_ms: number): number =>
    error_ms + ((now_ms - at_ms) / 1000) * drift_ms_per_s;

  const known = (): Reading => {
    if (!best) throw new Error('PostgreSQL has not been asked for the time yet');
    return best;
  };

  async function read(): Promise<void> {
    const { time, sent_ms, at_ms } = await readBoth(pool, monotonic);
    const error_ms = (at_ms - sent_ms) / 2;
    const offset_ms = time.getTime() - (sent_ms + error_ms);
    const error_before_ms = best ? errorOf(best, at_ms) : Number.POSITIVE_INFINITY;
    const contradicts =
      best !== undefined && Math.abs(best.offset_ms - offset_ms) > error_before_ms + error_ms + 1;
    if (contradicts || error_ms <= error_before_ms) best = { offset_ms, error_ms, at_ms };
  }

  function difference_ms(): number {
    const reading = known();
    const now_ms = monotonic();
    const difference = wall() - (now_ms + reading.offset_ms);
    const certain = Math.max(0, Math.abs(difference) - errorOf(reading, now_ms));
    return Math.sign(difference) * certain;
  }

  const isOff = (): boolean => Math.abs(difference_ms()) > difference_max_ms;

  async function readAgain(log: Log): Promise<void> {
    if (is_reading) return;
    is_reading = true;
    try {
      await read();
      const is_off = isOff();
      if (is_off && !was_off) log.error({ difference_ms: Math.round(difference_ms()) }, 'the clock is off');
      if (!is_off && was_off) log.info({}, 'the clock is right again');
      was_off = is_off;
    } catch (error) {
      // The monotonic clock continues, so the time is still known. While the database is down, code that needs it
      // reports its own errors.
      log.debug({ err: error }, 'PostgreSQL could not be asked for the time');
    } finally {
      is_reading = false;
    }
  }

  return {
    now: () => new Date(Math.round(monotonic() + known().offset_ms)),
    read,
    follow: (log) => {
      if (isOff()) throw new ClockError(difference_ms());
      timer ??= setInterval(() => void readAgain(log), read_every_ms).unref();
    },
    difference_ms,
    isOff,
    stop: () => clearInterval(timer),
  };
}
