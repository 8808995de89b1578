import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import { median } from '../percentile.ts';
import type { RunningService } from '../start-service.ts';
import { processorSeconds } from '../webhooks/processor-seconds.ts';
import type { PageLoad, PageSample } from './load.ts';
import { makePage, templates } from './make-pages.ts';

const run = promisify(execFile);

const per_second = 200;
const round_s = 10;
const rounds = 3;
/**
 * The duration of the warm-up. For the first 20 s or so, compilation competes for the single core, and one page in
 * a hundred takes 30 ms.
 */
const warming_s = 30;
const sessions_each = 20;

/**
 * Measures the hosted page at 200 requests per second, compressed as the service sends it. The pages are operator
 * choices and receipts in every template, each read from the database. These rounds alternate with rounds of a
 * response that needs neither template nor database, which shows the cost of the machine and the network. Where the
 * system allows it, the serving process is pinned to one core.
 *
 * @returns lines to print
 */
export async function measurePage(service: RunningService): Promise<string[]> {
  const paths: string[] = [];
  for (let count = 0; count < sessions_each; count++) {
    for (const template of templates) {
      for (const state of ['choose', 'success'] as const) {
        paths.push(await makePage(service, { template, state }));
      }
    }
  }
  const load: PageLoad = { url: service.url, paths, per_second, duration_s: round_s };
  const is_pinned = await pin(service.pid, '0');
  const samples: WatchedSample[] = [];
  const yardstick: WatchedSample[] = [];
  try {
    await ask({ ...load, duration_s: warming_s });
    for (let round = 0; round < rounds; round++) {
      yardstick.push(await watch(service, { ...load, paths: ['/healthz'] }));
      samples.push(await watch(service, load));
    }
  } finally {
    if (is_pinned) await pin(service.pid, `0-${cpus().length - 1}`);
  }
  return [
    `hosted page, ${per_second} a second at any response time, ${rounds} rounds of ${round_s} s, medians, the service on ${is_pinned ? 'one core' : 'any core'}, as the client sees it`,
    describe('GET /healthz, no database', yardstick),
    `${describe('GET /pay/{token}', samples)} (target: p50 at most 2 ms, p99 at most 10 ms, CPU at most 1 ms)`,
  ];
}

interface WatchedSample extends PageSample {
  /** Processor time of the service per response; null where the system does not report it. */
  readonly cpu_ms: number | null;
}

async function watch({ pid }: RunningService, load: PageLoad): Promise<WatchedSample> {
  const before = await processorSeconds(pid);
  const sample = await ask(load);
  const after = await processorSeconds(pid);
  const cpu_ms = before === null || after === null ? null : ((after - before) * 1000) / sample.answers;
  return { ...sample, cpu_ms };
}

function describe(name: string, samples: readonly WatchedSample[]): string {
  const of = (key: 'p50_ms' | 'p99_ms' | 'max_ms') => median(samples.map((sample) => sample[key])).toFixed(1);
  const cpu = samples.flatMap(({ cpu_ms }) => (cpu_ms === null ? [] : [cpu_ms]));
  const spent = cpu.length === 0 ? 'unknown' : `${median(cpu).toFixed(2)} ms`;
  return `  ${name}: p50 ${of('p50_ms')} ms, p99 ${of('p99_ms')} ms, longest ${of('max_ms')} ms, CPU of the service ${spent}`;
}

async function ask(load: PageLoad): Promise<PageSample> {
  const script = new URL('load.ts', import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [script, JSON.stringify(load)]);
  const sample = JSON.parse(stdout) as PageSample;
  if (sample.failures > 0) throw new Error(`${sample.failures} pages were not shown`);
  return sample;
}

/** Pins all threads of a process to the given cores; false where there is no `taskset` (util-linux). */
async function pin(pid: number, cores: string): Promise<boolean> {
  return run('taskset', ['-a', '-p', '-c', cores, String(pid)]).then(
    () => true,
    () => false,
  );
}
