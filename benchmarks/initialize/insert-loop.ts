import { makeCheckoutTokens, makeSecretBox } from '@guichet/core/platform';
import { checkoutColumns, insertCheckoutsSql, type NewCheckout } from '@guichet/core/testing';
import { makeId } from '@guichet/kernel/ids';
import pg from 'pg';
import { percentile } from '../percentile.ts';

/**
 * Measures the baseline in a separate process: the service's own INSERT, one row and one transaction at a time,
 * from as many connections as the HTTP test has. Prints one JSON line: `{ per_second, p50_ms, p99_ms }`.
 */
const [database_url = '', connectionsText = '', durationText = ''] = process.argv.slice(2);
const connections = Number(connectionsText);
const duration_ms = Number(durationText);

const tokens = makeCheckoutTokens(makeSecretBox('key of the benchmark, 32 letters'));
const durations_ms: number[] = [];
const started_ms = performance.now();
await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client({ connectionString: database_url });
    await client.connect();
    while (performance.now() - started_ms < duration_ms) {
      const sent_ms = performance.now();
      await client.query({
        name: 'insert_checkouts',
        text: insertCheckoutsSql,
        values: checkoutColumns([row()]),
      });
      durations_ms.push(performance.now() - sent_ms);
    }
    await client.end();
  }),
);
const elapsed_s = (performance.now() - started_ms) / 1000;
console.log(
  JSON.stringify({
    per_second: durations_ms.length / elapsed_s,
    p50_ms: percentile(durations_ms, 0.5),
    p99_ms: percentile(durations_ms, 0.99),
  }),
);

function row(): NewCheckout {
  const now = new Date();
  return {
    merchant_id: 'mer_benchmark',
    mode: 'test',
    payment_id: makeId('payment'),
    token: tokens.makeHandle(),
    currency: 'XOF',
    amount_minor: 25_000n,
    description: 'Benchmark',
    metadata: '{"order":"A-1"}',
    customer_phone: null,
    customer_email: null,
    customer_first_name: null,
    customer_last_name: null,
    customer_id: null,
    return_url: 'https://shop.example/return',
    cancel_url: null,
    template: null,
    operator: null,
    fee_percent: null,
    created_at: now,
    expires_at: new Date(now.getTime() + 1_800_000),
    once: null,
    payment_link_id: null,
    shift_id: null,
    answer: null,
  };
}
