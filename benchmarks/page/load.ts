import { Agent, request } from 'node:http';
import { percentile } from '../percentile.ts';

/** A load on the page: its addresses, rate and duration. */
export interface PageLoad {
  readonly url: string;
  /** Requested in rotation. */
  readonly paths: readonly string[];
  readonly per_second: number;
  readonly duration_s: number;
}

export interface PageSample {
  readonly answers: number;
  /** Responses other than 200, and broken connections. */
  readonly failures: number;
  /** From the last byte of the request to the last byte of the response, in milliseconds. */
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
}

/**
 * Generates HTTP load in a separate process, at a fixed rate and without waiting for responses, so that a slow
 * response does not delay later requests. Takes a `PageLoad` as JSON and prints a `PageSample` as one JSON line.
 */
const load = JSON.parse(process.argv[2] ?? '') as PageLoad;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const times: number[] = [];
let failures = 0;

function ask(path: string): Promise<void> {
  return new Promise((resolve) => {
    const fail = () => {
      failures += 1;
      resolve();
    };
    const asked_ms = performance.now();
    const asking = request(load.url + path, {
      agent,
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'fr' },
    });
    asking.on('error', fail);
    asking.on('response', (answer) => {
      if (answer.statusCode !== 200) failures += 1;
      answer.resume();
      answer.on('error', fail);
      answer.on('end', () => {
        times.push(performance.now() - asked_ms);
        resolve();
      });
    });
    asking.end();
  });
}

const pending: Promise<void>[] = [];
const started_ms = performance.now();
const count = load.per_second * load.duration_s;
while (pending.length < count) {
  const due = Math.floor(((performance.now() - started_ms) / 1000) * load.per_second) + 1;
  while (pending.length < Math.min(due, count)) {
    pending.push(ask(load.paths[pending.length % load.paths.length] ?? '/'));
  }
  await new Promise((resolve) => setTimeout(resolve, 1));
}
await Promise.all(pending);
const sample: PageSample = {
  answers: times.length,
  failures,
  p50_ms: percentile(times, 0.5),
  p99_ms: percentile(times, 0.99),
  max_ms: percentile(times, 1),
};
console.log(JSON.stringify(sample));
