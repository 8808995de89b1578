import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from './percentile.ts';
import type { RunningService } from './start-service.ts';

const run = promisify(execFile);

/** A load: the requests, the number of connections and the duration. */
export interface Load {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Each connection requests them in rotation. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether every request gets its own Idempotency-Key. */
  readonly is_keyed?: boolean;
  readonly connections: number;
  readonly duration_s: number;
}

export interface Sample {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** Responses other than 2xx, and broken connections. */
  readonly failures: number;
}

/**
 * Runs a load in a process of its own. @throws Error if a response is not a success: the figures would be wrong
 */
export async function runLoad(load: Load): Promise<Sample> {
  const script = new URL('load.ts', import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [script, JSON.stringify(load)]);
  const sample = JSON.parse(stdout) as Sample;
  if (sample.failures > 0) throw new Error(`${sample.failures} requests to ${load.url} failed`);
  return sample;
}

/** A load of new checkout sessions, as a merchant's server requests them. */
export function initializeLoad(
  service: Pick<RunningService, 'url' | 'test_key'>,
  size: { connections: number; duration_s: number; is_keyed?: boolean },
): Load {
  return {
    url: service.url,
    method: 'POST',
    paths: ['/api/v1/checkout/initialize'],
    headers: { authorization: `Bearer ${service.test_key}` },
    body: {
      amount: 25_000,
      currency: 'XOF',
      description: 'Benchmark',
      metadata: { order: 'A-1' },
      return_url: 'https://shop.example/return',
    },
    ...size,
  };
}

/** One line of the report: medians over the rounds. */
export function describeSamples(name: string, samples: readonly Omit<Sample, 'failures'>[]): string {
  const of = (key: 'per_second' | 'p50_ms' | 'p99_ms') => median(samples.map((sample) => sample[key]));
  return `  ${name}: ${Math.round(of('per_second'))}/s, p50 ${of('p50_ms').toFixed(1)} ms, p99 ${of('p99_ms').toFixed(1)} ms`;
}

export function medianRate(samples: readonly Pick<Sample, 'per_second'>[]): number {
  return median(samples.map(({ per_second }) => per_second));
}
