import autocannon from 'autocannon';

/**
 * The load, in a process of its own: POST /v1/checkout/initialize from keep-alive connections, each waiting for its
 * answer before the next request. Prints one JSON line: `{ per_second, p50_ms, p99_ms, not_created }`.
 */
const [url = '', key = '', connectionsText = '', durationText = ''] = process.argv.slice(2);

const result = await autocannon({
  url: `${url}/api/v1/checkout/initialize`,
  method: 'POST',
  connections: Number(connectionsText),
  duration: Number(durationText) / 1000,
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({
    amount: 25_000,
    currency: 'XOF',
    description: 'Benchmark',
    metadata: { order: 'A-1' },
    return_url: 'https://shop.example/return',
  }),
});
console.log(
  JSON.stringify({
    per_second: result['2xx'] / result.duration,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    not_created: result.non2xx + result.errors,
  }),
);
