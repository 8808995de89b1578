import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { silentLog } from '@guichet/kernel/log';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@guichet/server/embedded-postgres/start';
import { type RunningService, startService } from '../benchmarks/start-service.ts';
import { type Figures, readFigures } from './figures.ts';
import { judge, samples_min } from './judge.ts';
import { readFolder } from './queries.ts';
import { startTraffic, type Traffic } from './traffic.ts';

/** The figures of both processes at one time. */
export interface Sample {
  readonly after_s: number;
  /** Steps of the traffic that have begun so far, and those that have failed. */
  readonly begun: number;
  readonly failed: number;
  readonly busy: Figures;
  readonly idle: Figures;
}

export interface SoakResult {
  readonly samples: readonly Sample[];
  /**
   * A sentence for each figure that grew after the first quarter, for traffic that failed, and for too few
   * samples; empty if there are none.
   */
  readonly faults: readonly string[];
}

export interface SoakOptions {
  readonly duration_s: number;
  readonly every_s: number;
  readonly rate_per_s: number;
  readonly onSample: (sample: Sample) => void;
}

/**
 * The maximum share of steps that may fail. With more failures the traffic is not as intended, and the
 * figures mean little.
 */
const failed_share_max = 0.01;
export const probe = join(import.meta.dirname, 'probe.ts');

/**
 * Watches a busy service and an idle one, each with its own PostgreSQL, and reports the figures that grew.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-soak-'));
  const started: Place[] = [];
  let traffic: Traffic | undefined;
  try {
    const [busy, idle] = await Promise.all([
      startPlace(join(folder, 'busy'), started),
      startPlace(join(folder, 'idle'), started),
    ]);
    traffic = await startTraffic(busy.service.url, busy.data_dir, options.rate_per_s);
    return await watch(options, busy, idle, traffic);
  } finally {
    await traffic?.finish();
    await Promise.all(started.map(({ stop }) => stop()));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Place {
  readonly service: RunningService;
  readonly data_dir: string;
  readonly database_url: string;
  stop(): Promise<void>;
}

async function startPlace(data_dir: string, started: Place[]): Promise<Place> {
  const service = await startService(data_dir, {}, undefined, [probe]);
  let postgres: EmbeddedPostgres | undefined;
  const place: Place = {
    service,
    data_dir,
    get database_url() {
      return postgres?.database_url ?? '';
    },
    stop: async () => {
      await service.stop();
      const folder = postgres && (await readFolder(postgres.database_url));
      await postgres?.stop();
      if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  started.push(place);
  postgres = await startEmbeddedPostgres({ data_dir, log: silentLog });
  return place;
}

async function watch(
  { duration_s, every_s, onSample }: SoakOptions,
  busy: Place,
  idle: Place,
  traffic: Traffic,
): Promise<SoakResult> {
  const began_ms = performance.now();
  const samples: Sample[] = [];
  for (let turn = 1; turn * every_s <= duration_s; turn++) {
    // On a slow machine counting takes long; this wait leaves time for traffic between two samples.
    const wait_ms = began_ms + turn * every_s * 1000 - performance.now();
    await setTimeout(Math.max(wait_ms, (every_s * 1000) / 2));
    // The processes are blocked while they count, so the traffic pauses: no request has to wait for that, or
    // is counted while in progress.
    await traffic.hold();
    const [of_busy, of_idle] = await Promise.all([readFigures(busy), readFigures(idle)]);
    traffic.resume();
    const after_s = Math.round((performance.now() - began_ms) / 1000);
    const begun = traffic.begun();
    const sample = { after_s, begun, failed: traffic.failed().count, busy: of_busy, idle: of_idle };
    samples.push(sample);
    onSample(sample);
  }
  return { samples, faults: [...findFailures(traffic), ...findGrowth(samples)] };
}

function findFailures(traffic: Traffic): string[] {
  const { count, reasons } = traffic.failed();
  if (count <= traffic.begun() * failed_share_max) return [];
  return [`${count} of ${traffic.begun()} steps of the traffic failed, such as: ${reasons.join('; ')}`];
}

function findGrowth(samples: readonly Sample[]): string[] {
  if (samples.length < samples_min)
    return [`too few samples to say anything about growth: ${samples.length} of ${samples_min}`];
  return (['busy', 'idle'] as const).flatMap((name) =>
    judge(
      name,
      samples.map((sample) => sample[name]),
    ),
  );
}
