import { Agent, request } from 'undici';
import { percentile } from '../percentile.ts';

/** A load of payments, as merchants and their customers make them. */
export interface PayLoad {
  readonly url: string;
  readonly live_key: string;
  /** The number of sessions to create. */
  readonly count: number;
  /** The number of sessions created per second, without waiting for earlier responses. */
  readonly per_second: number;
  /** Whether the sessions are also paid. */
  readonly pays: boolean;
}

/** The response times of the service. */
export interface PaySample {
  readonly initialize_p50_ms: number;
  readonly initialize_p99_ms: number;
  readonly pay_p99_ms: number | null;
}

/**
 * Generates load in a separate process. Takes a `PayLoad` as JSON and prints a `PaySample`; exits with an error at
 * the first refusal.
 */
const load = JSON.parse(process.argv[2] ?? '') as PayLoad;
const agent = new Agent({ connections: 128 });
const times: { readonly initialize: number[]; readonly pay: number[] } = { initialize: [], pay: [] };

async function post(
  path: string,
  headers: Record<string, string>,
  body: object,
  into: number[],
): Promise<unknown> {
  const asked_ms = performance.now();
  const answer = await request(load.url + path, {
    method: 'POST',
    dispatcher: agent,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  into.push(performance.now() - asked_ms);
  if (answer.statusCode >= 300) throw new Error(`${path} responded with ${answer.statusCode}: ${text}`);
  return JSON.parse(text);
}

async function buy(number: number): Promise<void> {
  const made = await post(
    '/api/v1/checkout/initialize',
    { authorization: `Bearer ${load.live_key}` },
    { amount: 25_000, currency: 'XOF', description: 'Benchmark', return_url: 'https://shop.example/return' },
    times.initialize,
  );
  if (!load.pays) return;
  const token = (made as { data: { session_token: string } }).data.session_token;
  const phone = `+22505${String(number).padStart(8, '0')}`;
  await post(`/api/v1/checkout/${token}/pay`, {}, { operator: 'mtn_ci', phone }, times.pay);
}

async function atRate(per_second: number): Promise<void> {
  const pending: Promise<void>[] = [];
  const started_ms = performance.now();
  while (pending.length < load.count) {
    const due = Math.floor(((performance.now() - started_ms) / 1000) * per_second) + 1;
    while (pending.length < Math.min(due, load.count)) pending.push(buy(pending.length));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pending);
}

await atRate(load.per_second);
await agent.close();
const sample: PaySample = {
  initialize_p50_ms: percentile(times.initialize, 0.5),
  initialize_p99_ms: percentile(times.initialize, 0.99),
  pay_p99_ms: times.pay.length === 0 ? null : percentile(times.pay, 0.99),
};
console.log(JSON.stringify(sample));
