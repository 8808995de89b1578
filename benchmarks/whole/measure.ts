import { resolve } from 'node:path';
import { median } from '../percentile.ts';
import { describeFigures } from './figures.ts';
import { analyzeAll, stopAutovacuum } from './queries.ts';
import { type Round, type Stage, setStage } from './stage.ts';
import { by_api, describeWay, live_hosted, type Way } from './ways.ts';
import {
  describeShares,
  describeYardsticks,
  measureYardsticks,
  medianOf,
  type Yardsticks,
} from './yardsticks.ts';

export interface WholeOptions {
  readonly ways: readonly Way[];
  /** The numbers of concurrent customers; null for the usual numbers of each way. */
  readonly customers: readonly number[] | null;
  /** The number of windows in each round; null for the default: six on new tables, otherwise one. */
  readonly windows: number | null;
  readonly window_s: number;
  /** A different checkout of the project to compare with. */
  readonly beside: string | undefined;
}

interface Actor {
  readonly name: string;
  readonly stage: Stage;
}

const warm_s = 3;
const turns = 2;
/** The share of the closed loop's highest rate: a load that a service should sustain for hours. */
const open_share = 0.8;

/**
 * Measures whole payments: creating the session, paying, reading the session or the hosted page, receiving the
 * webhook, verifying. Runs first on a new database that is never analysed, with autovacuum off, to see whether
 * payments become slower as their number grows; then on the same tables after analysis, alternately with a
 * different checkout of the project if one is given for comparison.
 *
 * @returns lines to print
 */
export async function* measureWhole(folder: string, options: WholeOptions): AsyncGenerator<string> {
  const { beside, window_s } = options;
  const actors: Actor[] = [];
  try {
    for (const one of [...(beside === undefined ? [] : [resolve(beside)]), folder]) {
      actors.push({ name: one === folder ? 'now' : 'beside', stage: await setStage(one) });
    }
    yield `whole payments (session, payment, webhook, verify), windows of ${window_s} s, in one run`;
    yield '  each round spans a checkpoint: one is forced halfway, unless it is longer than checkpoint_timeout';
    for (const actor of actors) yield* payOnNewTables(actor, options);
    yield `  analysed; ${warm_s} s of warm-up before each round are not counted; ${turns} turns`;
    yield '  closed loop: each customer waits for a payment before the next, so customers who would have arrived meanwhile are missing';
    yield `  open loop: ${open_share * 100} % of that way's highest rate on a steady schedule, each payment’s time counted from when it was due to begin (no coordinated omission)`;
    for (const way of options.ways) yield* payThisWay(way, actors, options);
  } finally {
    for (const { stage } of actors) await stage.close();
  }
}

async function* payOnNewTables({ name, stage }: Actor, options: WholeOptions): AsyncGenerator<string> {
  await stopAutovacuum(stage.client);
  const round = { warm_s: 0, windows: options.windows ?? 6, window_s: options.window_s };
  const { paid } = await stage.pay(by_api, { customers: 16 }, round);
  const rates = paid.windows.map(({ per_second }) => Math.round(per_second)).join(', ');
  yield `  ${name}: never analysed, autovacuum off, from the first payment, by API, 16 customers: ${rates} a second`;
  await stage.pay(live_hosted, { customers: 8 }, { ...round, windows: 1 });
  await analyzeAll(stage.client);
}

async function* payThisWay(
  way: Way,
  actors: readonly Actor[],
  options: WholeOptions,
): AsyncGenerator<string> {
  const round: Round = { warm_s, windows: options.windows ?? 1, window_s: options.window_s };
  const highest = new Map<string, number>();
  const yardsticks = new Map<string, Yardsticks[]>();
  const rates = new Map<string, number[]>();
  for (const customers of options.customers ?? way.customers) {
    rates.clear();
    for (let turn = 0; turn < turns; turn++) {
      for (const { name, stage } of actors) {
        // The yardsticks use the current statement, which needs columns that an earlier schema lacks.
        if (name === 'now')
          append(yardsticks, name, await measureYardsticks(stage.service(), stage.database_url));
        const { paid, used } = await stage.pay(way, { customers }, round);
        append(rates, name, paid.all.per_second);
        yield `  ${name}: ${describeWay(way)}, closed loop, ${customers} customers: ${describeFigures(paid.all)}; ${used}`;
      }
    }
    for (const { name } of actors) {
      const per_second = median(rates.get(name) ?? []);
      highest.set(name, Math.max(highest.get(name) ?? 0, per_second));
      const measured = yardsticks.get(name);
      if (measured)
        yield `    ${name}, ${customers} customers: ${describeShares(per_second, medianOf(measured))}`;
    }
    const [before, now] = actors.map(({ name }) => median(rates.get(name) ?? []));
    if (before !== undefined && now !== undefined) yield `    ratio ${(now / before).toFixed(2)}`;
  }
  for (const { name, stage } of actors) {
    const measured = yardsticks.get(name);
    if (measured) yield `    ${name}: ${describeYardsticks(medianOf(measured))}`;
    const per_second = Math.max(1, (highest.get(name) ?? 0) * open_share);
    const { paid, used } = await stage.pay(way, { per_second }, round);
    yield `  ${name}: ${describeWay(way)}, open loop, ${per_second.toFixed(1)} due a second: ${describeFigures(paid.all)}; ${used}`;
  }
}

function append<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  lists.set(name, [...(lists.get(name) ?? []), value]);
}
