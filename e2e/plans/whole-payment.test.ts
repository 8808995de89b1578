import { createEndpoint } from '@guichet/core/events';
import { createRefund } from '@guichet/core/transfers';
import { expect, test } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { makeTestDatabase } from '../../test-support/database.ts';
import { startReceiver } from '../../test-support/receiver.ts';
import type { TestService } from '../../test-support/service.ts';
import { sampleOf } from '../../test-support/tier.ts';
import { explainAll, type Scan, watchPlans } from '../../test-support/watch-plans.ts';
import { openLiveMarket, type Seller } from '../live/live-market.ts';
import { ways } from '../live/ways.ts';

/**
 * More than five executions of each statement per connection, after which PostgreSQL may use one plan for all
 * values.
 */
const payments = 15;

/** Tables that grow with payments. */
const growing = new Set([
  ...['customers', 'customer_payments', 'payments', 'payment_transitions', 'checkout_sessions'],
  ...['attempts', 'attempt_transitions'],
  ...[
    'ledger_transactions',
    'ledger_entries',
    'balance_changes',
    'events',
    'idempotency_keys',
    'operator_calls',
  ],
  ...[
    'payouts',
    'payout_transitions',
    'payout_orders',
    'refunds',
    'refund_transitions',
    'sandbox_transactions',
  ],
  ...['webhook_deliveries', 'webhook_attempts', 'callbacks'],
  // The jobs: one for each open transaction, and ten thousand of them if providers are slow.
  '_private_jobs',
]);

/** Statements that read many rows on purpose, or the first rows in some order. */
const wide: readonly RegExp[] = [
  // The round that looks for open rows without a next step, by partial indexes.
  /select 'follow_attempt' as next_task/,
  /with stranded as|update webhook_deliveries as delivery set status = 'failed'/,
  // Retention.
  /^delete from|^with old as/,
  // The roll-up of balances and daily figures, a thousand rows at a time.
  /with taken as materialized/,
  /with folded as/,
  // The sandbox's funds, read when the demo merchant is created.
  /select "id" from "ledger_transactions" where "merchant_id" = \$1 and "kind"/,
  // The availability in the last 15 minutes, by operator.
  /^select operator, count\(\*\)::integer as attempts/,
  // The newest rows, with a limit.
  /select "operator", count\(\*\) as "count" from \(select "operator"/,
  /select max\("position"\)/,
  /select feed\.merchant_id, feed\.mode/,
  /with recursive line as/,
  // The job queue's own statements, and those about jobs of dead workers.
  /^with j(_raw)? as/,
  /where locked_by is not null and locked_at/,
  /where locked_by = any \(\$1::text\[\]\) and locked_at/,
];

const call = async (
  { url, demo }: TestService,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<{ readonly data: { readonly id: string; readonly session_token: string } }> => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${demo.test_key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return JSON.parse(text);
};

/** Makes the requests of a payment through the API and on the page, and then a partial refund and a payout. */
async function payOnce(service: TestService, number: number): Promise<void> {
  const to = { amount: 5000, currency: 'XOF', return_url: 'https://shop.example/r' };
  const customer_phone = `+22507000${10_000 + number}`;
  const more = {
    customer_phone,
    customer_email: `a${number}@shop.example`,
    metadata: { order: `n${number}` },
  };
  const session = await call(service, 'POST', '/checkout/initialize', { ...to, ...more }, `key-${number}`);
  await call(service, 'POST', '/checkout/initialize', to);
  // A customer known by an address, who is then merged into the one with the number.
  const merged = { customer_email: `c${number}@shop.example` };
  await call(service, 'POST', '/checkout/initialize', { ...to, ...merged });
  await call(service, 'POST', '/checkout/initialize', { ...to, ...merged, customer_phone });
  const token = session.data.session_token;
  await (await fetch(`${service.url}/pay/${token}`)).text();
  // Each payment has its own phone number. If all payments had the same number, a condition on the phone would be
  // no more selective than one on the merchant, also by PostgreSQL's statistics.
  const phone = `+22505${10_000 + number}000`;
  await call(service, 'POST', `/checkout/${token}/pay`, { operator: 'mtn_ci', phone });
  await call(service, 'GET', `/checkout/${token}`);
  const customer = { phone: customer_phone, email: `b${number}@shop.example` };
  const { data } = await call(service, 'POST', '/payments', { ...to, customer }, `payment-${number}`);
  await call(service, 'GET', `/payments/${data.id}/verify`);
  const handle = service.ctx.tokens.handleOf(token);
  const paid = await service.ctx.pool.query<{ id: string }>(
    'select payment_id as id from checkout_sessions where token = $1',
    [handle],
  );
  const payment_id = paid.rows[0]?.id ?? '';
  await call(service, 'GET', `/payments/${payment_id}`);
  await createRefund(service.ctx, commandOf(service.demo.merchant_id, 'test'), { payment_id, amount: 100 });
  const recipient = { phone, first_name: 'Awa', last_name: 'Toure' };
  const payout = { amount: 500, currency: 'XOF', operator: 'mtn_ci', recipient };
  await call(service, 'POST', '/payouts', payout, `payout-${number}`);
  await call(service, 'GET', '/events?limit=20');
}

/** Makes a payment through an operator, which calls back. */
async function payLive({ call: callAs }: Seller, number: number): Promise<void> {
  const to = { amount: 5000, currency: 'XOF', return_url: 'https://shop.example/r' };
  const { data } = await callAs('POST', '/checkout/initialize', to);
  const phone = `+22505${20_000 + number}000`;
  const paid = await callAs('POST', `/checkout/${data.session_token}/pay`, { operator: 'mtn_ci', phone });
  expect(paid.status, JSON.stringify(paid.errors)).toBe(200);
}

/** Lists scans that are not selective: those of the whole table, or of all rows of a merchant. */
function findScans(scans: readonly Scan[], tableOf: ReadonlyMap<string, string>): string[] {
  const found = scans.flatMap(({ statement, node, table, index, condition, filter }) => {
    if (node === 'Bitmap Heap Scan') return []; // Its index is a separate node.
    const of = table === '' ? (tableOf.get(index ?? '') ?? '') : table;
    const text = statement.replaceAll(/\s+/g, ' ').trim();
    if (!growing.has(of) || wide.some((pattern) => pattern.test(text))) return [];
    const named = condition.split(' AND ').filter((part) => !/^\(*(merchant_id|mode) /.test(part));
    return index !== null && named.join('') !== ''
      ? []
      : [`${of} by ${index ?? 'no index'} ${condition} filter ${filter}: ${text.slice(0, 120)}`];
  });
  return [...new Set(found)];
}

const thousandfold = `update pg_class set reltuples = 1e6, relpages = 1e5
  where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`;

const tables: readonly [what: string, statements: readonly string[]][] = [
  ['whose statistics claim a thousand times as many rows', ['analyze', thousandfold]],
  ['that were never analysed', []],
  ['that were analysed when they were empty, and again later', ['analyze']],
];
/** All states of the tables at night; otherwise only the largest tables, as in production. */
test.each(sampleOf(tables, 1))(
  'each statement of a payment finds its rows with a selective index, on tables %s',
  async (_, statements) => {
    const database = await makeTestDatabase();
    const analyze = async (): Promise<void> => {
      for (const statement of statements) await database.pool.query(statement);
    };
    await analyze();
    await explainAll(database.database_url);
    const plans = watchPlans();
    const market = await openLiveMarket(database);
    const { service } = market;
    const receiver = await startReceiver();
    try {
      const way = ways.find(({ connector }) => connector === 'mtn-momo');
      if (!way) throw new Error('no way goes through MTN');
      const seller = await market.openSeller(way);
      await createEndpoint(service.ctx, commandOf(service.demo.merchant_id, 'test'), { url: receiver.url });
      await createEndpoint(service.ctx, commandOf(seller.merchant_id, 'live'), { url: receiver.url });
      const pay = async (number: number): Promise<void> => {
        await payOnce({ ...service, url: market.url }, number);
        await payLive(seller, number);
      };
      // Waits for four events per number: those of the payment, its refund and the payout, and that of the payment
      // through the operator. No work is left after that.
      const untilTold = (of: number): Promise<void> =>
        expect.poll(() => receiver.requests.length).toBeGreaterThanOrEqual(4 * of);
      for (let number = 0; number < payments; number++) await pay(number);
      await untilTold(payments);
      if (statements.length > 0) {
        await analyze();
        plans.scans.length = 0;
        for (let number = payments; number < 2 * payments; number++) await pay(number);
        await untilTold(2 * payments);
      }
      const { rows } = await database.pool.query<{ index: string; table: string }>(
        'select indexname as index, tablename as table from pg_indexes',
      );
      const tableOf = new Map(rows.map(({ index, table }) => [index, table]));
      expect(plans.scans.length).toBeGreaterThan(payments * 100);
      expect(findScans(plans.scans, tableOf)).toEqual([]);
    } finally {
      await market.close();
      await receiver.close();
      plans.stop();
      await database.close();
    }
  },
);
