import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load, Sample } from './run-load.ts';

/**
 * Generates HTTP load in a separate process, from keep-alive connections that each wait for a response before the
 * next request: a closed loop, in which a slow response delays later requests. Takes a `Load` as JSON and prints a
 * `Sample` as one JSON line.
 */
const load = JSON.parse(process.argv[2] ?? '') as Load;
/** An uncounted warm-up, in which connections are opened and code is compiled. */
const warm_s = 2;

const shoot = (duration_s: number) =>
  autocannon({
    url: load.url,
    method: load.method,
    connections: load.connections,
    duration: duration_s,
    headers: { ...load.headers, ...(load.body !== undefined && { 'content-type': 'application/json' }) },
    ...(load.body !== undefined && { body: JSON.stringify(load.body) }),
    requests: load.paths.map((path) => ({
      path,
      ...(load.is_keyed && {
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, 'idempotency-key': randomUUID() },
        }),
      }),
    })),
  });

await shoot(warm_s);
const result = await shoot(load.duration_s);
const sample: Sample = {
  per_second: result['2xx'] / result.duration,
  p50_ms: result.latency.p50,
  p99_ms: result.latency.p99,
  failures: result.non2xx + result.errors,
};
console.log(JSON.stringify(sample));
