import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load, Sample } from './run-load.ts';

/**
 * HTTP load in a process of its own, from keep-alive connections that each wait for a response before the next request.
 * Takes a `Load` as JSON and prints a `Sample` as one JSON line.
 */
const load = JSON.parse(process.argv[2] ?? '') as Load;

const result = await autocannon({
  url: load.url,
  method: load.method,
  connections: load.connections,
  duration: load.duration_s,
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
const sample: Sample = {
  per_second: result['2xx'] / result.duration,
  p50_ms: result.latency.p50,
  p99_ms: result.latency.p99,
  failures: result.non2xx + result.errors,
};
console.log(JSON.stringify(sample));
