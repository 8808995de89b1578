import { resolve } from 'node:path';
import type { Window } from './customers.ts';
import { type Stage, setStage, type Way } from './stage.ts';

/** Customers at the same time, and how they pay, on tables that were analysed. */
const rounds: readonly { readonly way: Way; readonly customers: number }[] = [
  { way: { hosted: false, live: false }, customers: 1 },
  { way: { hosted: false, live: false }, customers: 16 },
  { way: { hosted: false, live: false }, customers: 64 },
  { way: { hosted: true, live: false }, customers: 16 },
  { way: { hosted: false, live: true }, customers: 16 },
  { way: { hosted: true, live: true }, customers: 16 },
];
const turns = 2;

/**
 * Whole payments: session, payment, session read or the hosted page, webhook received, verified. First on a database
 * that is new and that nobody analyses, with autovacuum off, to see whether payments become slower with their number;
 * then on the same tables analysed, in turns with another state of the project if there is one to compare with.
 *
 * @returns lines to print
 */
export async function measureWhole(folder: string, beside?: string): Promise<string[]> {
  const stages: { readonly name: string; readonly stage: Stage }[] = [];
  try {
    for (const one of [...(beside === undefined ? [] : [resolve(beside)]), folder]) {
      stages.push({ name: one === folder ? 'now' : 'beside', stage: await setStage(one) });
    }
    return [
      'whole payments (session, payment, webhook, verify), windows of 10 s, in one run',
      ...(await payOnNewTables(stages)),
      ...(await payInTurns(stages)),
    ];
  } finally {
    for (const { stage } of stages) await stage.close();
  }
}

type Stages = readonly { readonly name: string; readonly stage: Stage }[];

async function payOnNewTables(stages: Stages): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, stage } of stages) {
    await stage.query('alter system set autovacuum = off');
    await stage.query('select pg_reload_conf()');
    const { windows } = await stage.pay({ hosted: false, live: false }, 16, 6);
    const rates = windows.map(({ per_second }) => Math.round(per_second)).join(', ');
    lines.push(`  ${name}: never analysed, autovacuum off, by API, 16 customers: ${rates} a second`);
    await stage.pay({ hosted: true, live: true }, 8, 1);
    await stage.query('analyze');
  }
  return lines;
}

async function payInTurns(stages: Stages): Promise<string[]> {
  const lines: string[] = [];
  for (const { way, customers } of rounds) {
    const rates = new Map<string, number[]>();
    for (let turn = 0; turn < turns; turn++) {
      for (const { name, stage } of stages) {
        const { windows, used } = await stage.pay(way, customers, 1);
        const [window] = windows;
        if (!window) throw new Error('the customers told of no window');
        rates.set(name, [...(rates.get(name) ?? []), window.per_second]);
        lines.push(`  ${name}: ${describeWay(way)}, ${describe(customers, window)}; ${used}`);
      }
    }
    const [before, now] = stages.map(({ name }) => mean(rates.get(name) ?? []));
    if (before !== undefined && now !== undefined) lines.push(`    ratio ${(now / before).toFixed(2)}`);
  }
  return lines;
}

const describeWay = ({ hosted, live }: Way): string =>
  `analysed, ${live ? 'live at MTN’s simulator' : 'sandbox'}, ${hosted ? 'hosted page' : 'by API'}`;

const describe = (customers: number, { per_second, p50_ms, p99_ms }: Window): string =>
  `${customers} customers: ${per_second.toFixed(1)}/s, p50 ${Math.round(p50_ms)} ms, p99 ${Math.round(p99_ms)} ms`;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
