import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { choose, chooseAndPay, makeCheckout, phoneEnding } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makePayout } from '../../../../../test-support/payouts.ts';
import { makeRefund, makeSeller } from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { createEndpoint } from '../../events/webhooks/endpoints/create.ts';
import { checkLedger } from '../../ledger/check.ts';
import { makeCreatePayment } from '../../payments/create.ts';
import { createPaymentLink } from '../../payments/link/create.ts';
import { getPayment } from '../../payments/queries.ts';
import { retrievePayment } from '../../payments/retrieve.ts';
import { makeGroupedInsert } from '../../payments/session/insert-in-groups.ts';
import { payCheckout } from '../../payments/session/pay.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { erasePerson } from './erase.ts';
import { exportPerson } from './export.ts';

// Each test searches many tables.
vi.setConfig({ testTimeout: 60_000 });

let ctx: TestContext;
let caller: Caller;
beforeEach(async () => {
  ctx = await makeTestContext();
  caller = await makeSeller(ctx);
});
afterEach(() => ctx.database.close());

const phone = phoneEnding('00');
const email = 'Awa.Kouassi@Courriel.example';
const names = { first_name: 'Awatifatou', last_name: 'N’Guessanbrou' };
const whole = `${names.first_name} ${names.last_name}`;
const spelled = `${whole}, 05 04 03 02 00 ou 00225 0504030200, awa.kouassi@courriel.example`;

/** Creates everything that this service may ever hold about a person who pays and is paid. */
async function live(): Promise<{ payment_id: string; payout_id: string; refund_id: string }> {
  const { merchant_id } = caller;
  await createEndpoint({ ...ctx, allow_local_addresses: true }, commandOf(merchant_id, 'test'), {
    url: 'https://shop.example/hooks',
  });
  const create = makeCreatePayment(ctx, makeGroupedInsert(ctx));
  const { value } = await create(
    caller,
    {
      amount: 5000,
      currency: 'XOF',
      return_url: 'https://shop.example/thanks?to=awa.kouassi%40courriel.example',
      cancel_url: 'https://shop.example/cart?name=N%E2%80%99Guessanbrou&tel=%2B2250504030200',
      description: `Pour ${spelled}`,
      metadata: { client: whole, tel: 2250504030200, order: 'A-7', '+2250504030200': 'key' },
      customer: { phone, email, ...names },
    },
    { key: 'order-7', request_hash: createHash('sha256').update('7').digest() },
  );
  const checkout = { merchant_id, payment_id: value.id, token: value.session_token };
  await chooseAndPay(ctx, checkout, '01');
  await chooseAndPay(ctx, checkout, '00');
  const payment_id = value.id;
  // Another customer's payment, paid by this person.
  const others = await makeCheckout(ctx, caller, { customer_phone: '+2250707070707' });
  await chooseAndPay(ctx, others, '00');
  // A number that was entered, but never paid with.
  await choose(ctx, await makeCheckout(ctx, caller), '00');

  const refund = await makeRefund(
    ctx,
    { merchant_id, payment_id, token: value.session_token },
    { amount: 1000, reason: `Rendu par ${whole}` },
  );
  const payout = await makePayout(ctx, caller, '00', {
    recipient: { phone, ...names },
    description: `Commission ${whole}`,
  });
  await createPaymentLink(
    ctx,
    caller,
    {
      ...{ title: `Facture ${whole}`, description: spelled, amount: 5000, currency: 'XOF' },
      ...{ thank_you: `Merci ${whole}`, metadata: { client: whole }, customer: { phone, email } },
      return_url: 'https://shop.example/thanks?to=awa.kouassi%40courriel.example',
    },
    { key: 'link-7', request_hash: createHash('sha256').update('link').digest() },
  );
  await advance(ctx, 60_000);
  await advance(ctx, 60_000);
  await write(payment_id, payout.id);
  return { payment_id, payout_id: payout.id, refund_id: refund.id };
}

/** Writes the texts that other parts of the service store, in their usual form. */
async function write(payment_id: string, payout_id: string): Promise<void> {
  const { merchant_id } = caller;
  const { rows } = await ctx.pool.query<{ id: string; reference: string }>(
    'select id, reference from attempts where payment_id = $1 order by number desc',
    [payment_id],
  );
  const [attempt] = rows;
  const run = (text: string, values: unknown[] = []) => ctx.pool.query(text, [merchant_id, ...values]);
  await run(
    `insert into operator_calls (merchant_id, object_id, verb, exchanges, created_at)
     values ($1, $2, 'collect', $3, now())`,
    [attempt?.id, JSON.stringify([{ request: spelled }])],
  );
  for (const [id, reference, body] of [
    ['cbk_1', attempt?.reference, `{"payer":"${whole}"}`],
    ['cbk_2', null, '{"msisdn":"2250504030200"}'],
  ]) {
    await run(
      `insert into callbacks (merchant_id, account_id, id, digest, reference, method, url, headers_sealed, body, received_at)
       values ($1, 'cac_1', $2, $3, $4, 'POST', 'https://pay.example/callbacks?msisdn=%2B2250504030200', $5, $6, now())`,
      [id, Buffer.from(String(id)), reference, ctx.secrets.seal('{"x-a":"b"}'), body],
    );
  }
  await run(
    `insert into resolutions (merchant_id, mode, object_type, object_id, payment_id, verdict, note, proof, user_id, user_name, created_at)
     values ($1, 'test', 'attempt', $2, $3, 'settled', $4, $4, 'usr', 'Ben', now())`,
    [attempt?.id, payment_id, `Appelé ${spelled}`],
  );
  await run(
    `insert into payout_orders (merchant_id, payout_id, mode, made_by, made_by_name, approval, note, created_at)
     values ($1, $2, 'test', 'usr', 'Ben', 'not_needed', $3, now())`,
    [payout_id, `Pour ${whole}`],
  );
  await run(
    `insert into payout_batches (merchant_id, id, mode, status, file_name, file_hash, file_bytes, lines, errors, warnings,
       made_by, made_by_name, created_at, ended_by, ended_by_name, ended_at)
     values ($1, 'pob_1', 'test', 'confirmed', $2, '\\x00', 1, 1, 0, 1, 'usr', 'Ben', now(), 'usr', 'Ben', now())`,
    [`${whole}.csv`],
  );
  await run(
    `insert into payout_batch_lines (merchant_id, batch_id, line, currency, amount_minor, operator, recipient_phone,
       recipient_first_name, recipient_last_name, description, reference)
     values ($1, 'pob_1', 2, 'XOF', 5000, 'mtn_ci', $2, $3, $4, $5, $5)`,
    [phone, names.first_name, names.last_name, spelled],
  );
  await run(
    `insert into payout_batch_findings (merchant_id, batch_id, number, is_error, line, code, details)
     values ($1, 'pob_1', 1, false, 2, 'twice', $2)`,
    [JSON.stringify({ value: '05.04.03.02.00' })],
  );
  await run(
    `insert into api_requests (merchant_id, id, mode, key_id, method, path, status, duration_ms, created_at)
     values ($1, 'req_1', 'test', 'key', 'GET', '/api/v1/customers?q=%2B225%2005040302%2000', 404, 1, now())`,
  );
  await run(
    `insert into webhook_attempts (merchant_id, delivery_id, number, status_code, response_excerpt, duration_ms, created_at)
     select merchant_id, id, 9, 200, $2, 1, now() from webhook_deliveries where merchant_id = $1`,
    [`Merci ${spelled}`],
  );
  await run(`update webhook_deliveries set status = 'delivered', attempts = 1, next_attempt_at = null, delivered_at = now()
    where merchant_id = $1 and event_id in (select min(id) from events where merchant_id = $1)`);
  await run(
    `insert into audit_log (merchant_id, author_kind, action, object_type, object_id, after)
     values ($1, 'staff', 'created', 'payment_search', 'x', $2)`,
    [JSON.stringify({ text: '+225 0504030200' })],
  );
}

/**
 * Lists every column of every table that contains one of the texts, in any case, with or without separators.
 */
async function grep(needles: readonly string[], digits: string): Promise<string[]> {
  const { rows: columns } = await ctx.pool.query<{ t: string; c: string; type: string }>(`
    select format('%I.%I', table_schema, table_name) as t, column_name as c, data_type as type
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')
      and data_type in ('text', 'json', 'jsonb', 'bytea', 'character varying', 'ARRAY')`);
  expect(columns.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const { t, c, type } of columns) {
    const text = type === 'bytea' ? `encode("${c}", 'escape')` : `"${c}"::text`;
    const { rows } = await ctx.pool.query(
      `select left(${text}, 300) as text from ${t}
       where regexp_replace(${text}, '\\D', '', 'g') like $1 or lower(${text}) like any ($2)`,
      [`%${digits}%`, needles.map((needle) => `%${needle.toLowerCase()}%`)],
    );
    for (const row of rows) found.push(`${t}.${c}: ${row.text}`);
  }
  return found;
}

const needles = [
  ...Object.values(names),
  encodeURIComponent(names.last_name),
  email,
  email.replace('@', '%40'),
];
const everywhere = () => grep(needles, '504030200');

describe('erasing a person', () => {
  it('leaves no trace of them anywhere, and the money of their payments unchanged', async () => {
    const { payment_id, payout_id, refund_id } = await live();
    const before = await everywhere();
    // Every place must contain something, or the test would not cover it.
    expect(new Set(before.map((line) => line.split('.')[1])).size).toBeGreaterThanOrEqual(17);
    const counts = await countRows();
    const { booked, moved } = await books();

    const { erased } = await erasePerson(ctx, command, {
      merchant_id: caller.merchant_id,
      phone: '00225 05 04 03 02 00',
    });
    expect(erased).toMatchObject({
      customers: 1,
      payments: 1,
      attempts: 3,
      payouts: 1,
      refunds: 1,
      callbacks: 2,
      payment_links: 1,
    });
    expect(await everywhere()).toEqual([]);

    const after = await countRows();
    expect(after).toEqual({
      ...counts,
      customers: (counts.customers ?? 0) - 1,
      customer_payments: (counts.customer_payments ?? 0) - 1,
      audit_log: expect.any(Number),
    });
    expect(await books()).toEqual({ booked, moved });
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
    expect(await retrievePayment(ctx, caller, payment_id)).toMatchObject({
      status: 'success',
      amount: 5000,
      refunded_amount: 1000,
      metadata: { client: '[erased] [erased]', tel: '[erased]', order: 'A-7', '[erased]': 'key' },
      customer: { id: null, email: null, first_name: null, last_name: null, phone: null, country: null },
    });
    const { rows } = await ctx.pool.query(
      `select object_id from events where merchant_id = $1 and (body::jsonb #>> '{data,amount}') is not null`,
      [caller.merchant_id],
    );
    expect(rows.map((row) => row.object_id)).toEqual(
      expect.arrayContaining([payment_id, payout_id, refund_id]),
    );
  });

  it('leaves an audit entry that does not identify them', async () => {
    await live();
    await erasePerson(ctx, command, { merchant_id: caller.merchant_id, email: email.toLowerCase() });
    const { rows } = await ctx.pool.query(
      `select author_kind, action, object_id, after from audit_log
       where merchant_id = $1 and object_type = 'personal_data'`,
      [caller.merchant_id],
    );
    expect(rows).toEqual([
      {
        author_kind: 'service',
        action: 'deleted',
        object_id: expect.stringMatching(/^cus_/),
        after: expect.objectContaining({ payments: 1 }),
      },
    ]);
  });

  it('covers both modes, even when the person is identified by the id of a customer in one mode', async () => {
    await makeCheckout(ctx, caller, { customer_phone: phone, customer_email: email });
    await makeCheckout(ctx, { ...caller, mode: 'live' }, { customer_phone: phone });
    const { rows } = await ctx.pool.query("select id from customers where mode = 'live'");
    await erasePerson(ctx, command, { id: rows[0].id });
    expect((await ctx.pool.query('select * from customers')).rows).toEqual([]);
    const left = await ctx.pool.query('select customer_phone, customer_email from payments');
    expect(left.rows.flatMap((row) => Object.values(row)).filter((value) => value !== null)).not.toContain(
      phone,
    );
  });

  it('makes them a new customer when the same number pays again', async () => {
    const { payment_id } = await live();
    const { customer_id } = await getPayment(ctx.db, caller.merchant_id, payment_id);
    await erasePerson(ctx, command, { id: customer_id ?? '' });
    const again = await makeCheckout(ctx, caller, { customer_phone: phone });
    const payment = await getPayment(ctx.db, caller.merchant_id, again.payment_id);
    expect(payment.customer_id).not.toBe(customer_id);
    expect(await getPayment(ctx.db, caller.merchant_id, payment_id)).toMatchObject({ customer_id: null });
  });

  it('is refused while money is in flight', async () => {
    const checkout = await makeCheckout(ctx, caller, { customer_phone: phoneEnding('10') });
    await choose(ctx, checkout, '10');
    await payCheckout(ctx, customerWith(checkout.token), { otp: null });
    const wanted = { merchant_id: caller.merchant_id, phone: phoneEnding('10') };
    await expect(erasePerson(ctx, command, wanted)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('still in flight: att_'),
    });
    await advance(ctx, 60_000);
    await erasePerson(ctx, command, wanted);
    await makePayout(ctx, caller, '10');
    await expect(erasePerson(ctx, command, wanted)).rejects.toMatchObject({
      message: expect.stringContaining('po_'),
    });
  });

  it('succeeds for only one of two concurrent requests', async () => {
    await live();
    const wanted = { merchant_id: caller.merchant_id, phone };
    const both = await Promise.allSettled([
      erasePerson(ctx, command, wanted),
      erasePerson(ctx, command, wanted),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await everywhere()).toEqual([]);
  });

  it('is refused as not found when they are unknown', async () => {
    for (const wanted of [{ phone: '+2250101010101' }, { email: 'no@body.example' }, { id: 'cus_none' }]) {
      await expect(
        erasePerson(ctx, command, { merchant_id: caller.merchant_id, ...wanted }),
      ).rejects.toMatchObject({
        code: 'customer_not_found',
      });
    }
  });
});

describe('an export', () => {
  it('contains everything that is erased, and nothing secret', async () => {
    await live();
    const data = await exportPerson(ctx, command, { merchant_id: caller.merchant_id, phone });
    expect(data.person).toEqual({
      phones: [phone],
      emails: [email],
      names: expect.arrayContaining(Object.values(names)),
    });
    const { erased } = await erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone });
    expect(Object.keys(data.held)).toEqual(expect.arrayContaining(Object.keys(erased)));
    const text = JSON.stringify(data);
    expect(text).toContain(spelled);
    for (const secret of ['headers_sealed', 'request_hash', 'digest', 'token":"']) {
      expect(text).not.toContain(`"${secret}"`);
    }
    const { rows } = await ctx.pool.query('select token from checkout_sessions');
    for (const { token } of rows) expect(text).not.toContain(ctx.tokens.tokenOf(token));
  });
});

it('append-only tables can be redacted, and never changed otherwise', async () => {
  await live();
  const client = await ctx.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('guichet.erasing', 'on', true)`);
    for (const change of [
      `update events set type = 'payment.failed'`,
      `update audit_log set author_name = 'nobody'`,
      `update resolutions set verdict = 'paid'`,
      'delete from events',
      'update ledger_entries set amount_minor = amount_minor + 1',
    ]) {
      await client.query('savepoint before_change');
      await expect(client.query(change)).rejects.toThrow('append-only');
      await client.query('rollback to savepoint before_change');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  await expect(ctx.pool.query(`update events set body = '{}'`)).rejects.toThrow('append-only');
});

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await ctx.pool.query<{ t: string }>(
    `select table_name as t from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { t } of rows) {
    const counted = await ctx.pool.query<{ n: number }>(`select count(*)::int as n from ${t}`);
    counts[t] = counted.rows[0]?.n ?? 0;
  }
  return counts;
}

async function books() {
  const { rows: booked } = await ctx.pool.query('select * from ledger_entries order by 1, 2, 3');
  const { rows: moved } = await ctx.pool.query(
    `select id, status, amount_minor, fee_minor, charged_minor, operator, paid_at from payments order by id`,
  );
  return { booked, moved };
}
