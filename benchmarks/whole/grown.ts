import { tidyUp } from '../dashboard/fill/queries.ts';
import { fillDatabase } from '../dashboard/fill.ts';
import type { Figures } from './figures.ts';
import { disableEndpoints, forgetStatistics, stopAutovacuum } from './queries.ts';
import { type Payments, type Stage, setStage } from './stage.ts';
import { by_api } from './ways.ts';

export interface GrownOptions {
  /** The number of payments that already exist. */
  readonly rows: number;
  /**
   * The numbers of merchants to measure with, one after the other. The payments are spread evenly over the
   * merchants.
   */
  readonly merchants: readonly number[];
  /** The number of windows in each state; null for four. */
  readonly windows: number | null;
  readonly window_s: number;
}

const customers = 16;
/** The highest acceptable slowdown of a window compared with analysed tables. */
const target = 1.3;

/**
 * States of PostgreSQL's statistics when the service starts. Each is compared with the same tables after analysis.
 */
const states: Readonly<Record<string, (stage: Stage, fill: () => Promise<void>) => Promise<void>>> = {
  'never analysed, as after pg_restore': (_, fill) => fill(),
  'statistics and counters gone, as after pg_upgrade': ({ client }) => forgetStatistics(client),
};

/**
 * Measures whole payments on a database that is already full, in each state of PostgreSQL's statistics. Measuring
 * begins with the first payment after a restart of the service, with autovacuum off, and is repeated on the same
 * tables after they have been analysed. Each window is compared with the same window on analysed tables, because a
 * service that has just started is slower in all states. If other processes use the machine, PostgreSQL's CPU time
 * is the better comparison.
 *
 * @returns lines to print
 */
export async function* measureGrown(folder: string, options: GrownOptions): AsyncGenerator<string> {
  const { rows, window_s } = options;
  yield `whole payments by API, ${customers} customers of one merchant, on a database with ${rows} payments, autovacuum off, windows of ${window_s} s from the first payment on, a checkpoint forced halfway`;
  for (const merchants of options.merchants) {
    const stage = await setStage(folder);
    try {
      yield* measureStates(stage, merchants, options);
    } finally {
      await stage.close();
    }
  }
}

async function* measureStates(
  stage: Stage,
  merchants: number,
  options: GrownOptions,
): AsyncGenerator<string> {
  await stopAutovacuum(stage.client);
  const round = { warm_s: 0, windows: options.windows ?? 4, window_s: options.window_s };
  const name = merchants === 1 ? '1 merchant' : `${merchants} merchants`;
  const payAnew = async (enter: () => Promise<void>) => {
    await stage.restart(enter);
    return stage.pay(by_api, { customers }, round);
  };
  const describe = ({ paid, used }: Payments): string =>
    `${paid.windows.map(({ per_second }) => per_second.toFixed(1)).join(', ')} a second, p99 ${Math.round(paid.all.p99_ms)} ms; ${used}`;
  for (const [state, enter] of Object.entries(states)) {
    const seen = await payAnew(() => enter(stage, () => fill(stage, merchants, options.rows)));
    yield `  ${name}, ${state}: ${describe(seen)}`;
    const analysed = await payAnew(() => tidyUp(stage.client));
    yield `  ${name}, then analysed: ${describe(analysed)}`;
    yield `    ${describeSlowest(seen.paid.windows, analysed.paid.windows)}`;
    if (seen.postgres_ms !== null && analysed.postgres_ms !== null) {
      yield `    PostgreSQL’s CPU a payment is ${(seen.postgres_ms / analysed.postgres_ms).toFixed(2)} times that of analysed tables`;
    }
  }
}

/** Describes the window that is slowest compared with the same window on analysed tables. */
export function describeSlowest(windows: readonly Figures[], analysed: readonly Figures[]): string {
  const ratios = windows.map(({ per_second }, index) => (analysed[index]?.per_second ?? 0) / per_second);
  const slowest = Math.max(...ratios);
  return `analysed is at most ${slowest.toFixed(2)} times as fast, in window ${ratios.indexOf(slowest) + 1} (target: ${target})`;
}

async function fill({ client, database_url, merchant_id }: Stage, merchants: number, rows: number) {
  const others = Array.from(
    { length: merchants - 1 },
    (_, index) => `mer_${String(index).padStart(26, '0')}`,
  );
  await fillDatabase(database_url, { main: merchant_id, others, are_even: true }, rows);
  // These endpoints have no receiver; only their rows are needed.
  await disableEndpoints(client);
}
