import { tidyUp } from '../dashboard/fill/queries.ts';
import { fillDatabase } from '../dashboard/fill.ts';
import type { Figures } from './figures.ts';
import { disableEndpoints, forgetStatistics, stopAutovacuum } from './queries.ts';
import { type Payments, type Stage, setStage } from './stage.ts';
import { by_api } from './ways.ts';

export interface GrownOptions {
  /** Payments that are there already. */
  readonly rows: number;
  /** Numbers of merchants, of which all have as many of them. */
  readonly merchants: readonly number[];
  /** In each state; null for four. */
  readonly windows: number | null;
  readonly window_s: number;
}

const customers = 16;
/** The longest that a window may take of an analysed one. */
const target = 1.3;

/** Statistics that PostgreSQL may lack when the service starts. Each is compared with the same tables analysed then. */
const states: Readonly<Record<string, (stage: Stage, fill: () => Promise<void>) => Promise<void>>> = {
  'never analysed, as after pg_restore': (_, fill) => fill(),
  'statistics and counters gone, as after pg_upgrade': ({ client }) => forgetStatistics(client),
};

/**
 * Whole payments on a database that is full already, in each state of PostgreSQL's statistics: the service is started
 * anew, and counted is from its first payment on, with autovacuum off. Then the same on analysed tables. A window is
 * compared with the analysed one of the same number, because a service that has just been started is slower in all
 * states; where others use the machine, the CPU of PostgreSQL is the better comparison.
 *
 * @returns lines to print
 */
export async function* measureGrown(folder: string, options: GrownOptions): AsyncGenerator<string> {
  const { rows, window_s } = options;
  yield `whole payments by API, ${customers} customers of one merchant, with ${rows} payments there already, autovacuum off, windows of ${window_s} s from the first payment on, a checkpoint forced halfway`;
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
    yield `  ${name}, analysed then: ${describe(analysed)}`;
    yield `    ${describeSlowest(seen.paid.windows, analysed.paid.windows)}`;
    if (seen.postgres_ms !== null && analysed.postgres_ms !== null) {
      yield `    PostgreSQL’s CPU a payment is ${(seen.postgres_ms / analysed.postgres_ms).toFixed(2)} times that of analysed tables`;
    }
  }
}

/** The window that is the furthest behind the analysed one of its number. */
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
  // They are nobody's, and the rows beside them are all that is wanted.
  await disableEndpoints(client);
}
