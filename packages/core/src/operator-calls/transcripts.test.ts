import { asCurrency } from '@guichet/kernel/currencies';
import type { CollectRequest } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makeCaller } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import {
  makeTestProvider,
  startTestOperator,
  type TestOperator,
} from '../../../../test-support/test-operator.ts';
import { createAccount } from '../routing/connector-accounts/create.ts';
import { callConnector } from './call.ts';
import { keepExchanges } from './keep.ts';
import { listOperatorCalls } from './list.ts';

const phone = '+2250548151600';
const otp = '482913';
const api_key = 'key-that-nobody-may-see';

let ctx: TestContext;
let operator: TestOperator;
let merchant_id: string;
let account_id: string;
beforeAll(async () => {
  const provider = makeTestProvider('signed');
  ctx = await makeTestContext([provider]);
  operator = await startTestOperator();
  operator.answer('GET /check', { status: 200, body: {} });
  merchant_id = (await makeCaller(ctx, 'live')).merchant_id;
  const config = { base_url: operator.url, api_key };
  const account = { connector: provider.id, name: 'Main', config, unchecked: false };
  account_id = (await createAccount(ctx, commandOf(merchant_id, 'live'), account)).id;
});
afterAll(async () => {
  await operator.close();
  await ctx.database.close();
});

const request: CollectRequest = {
  reference: crypto.randomUUID(),
  operator: 'mtn_ci',
  phone,
  money: { amount_minor: 500n, currency: asCurrency('XOF') },
  description: '',
  otp,
  page_url: 'http://localhost:3000/pay/x',
  return_url: 'http://localhost:3000/pay/x?returned=1',
  session_expires_at: new Date(),
};

/** Makes a collection. @returns everything that was logged, as text */
async function collect(id: string) {
  const logged: unknown[] = [];
  const keep = (...line: unknown[]): void => void logged.push(line);
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const connector = await ctx.accounts.open(merchant_id, account_id);
  const called = { merchant_id, id, verb: 'collect', sensitive: [phone, 'Awa', null, otp] } as const;
  const answer = await callConnector({ ...ctx, log }, called, 5_000, (signal) =>
    connector.collect(request, signal),
  );
  return { answer, logged: JSON.stringify(logged) };
}

/** Texts that must not occur, in any spelling of the number. */
const forbidden = [api_key, otp, phone, '2250548151600', '0548151600', '48151600', 'Awa'];

describe('a stored call', () => {
  it.each([
    [200, { status: 'pending', msisdn: '2250548151600', note: `Awa ${phone}, 0548151600`, pin: otp }],
    [200, { status: 'pending', text: `code ${otp} for 00225${phone.slice(4)}`, api_key }],
    [500, `<html>${phone} ${otp} <msisdn>0548151600</msisdn> <token>${api_key}</token></html>`],
    // Makes the connector throw an error that contains the number and the code.
    [599, {}],
  ])(
    'contains no secret, number, name or code, whether stored, printed or logged: %i %j',
    async (status, body) => {
      operator.answer('POST /collect', { status, body });
      const id = `att_${crypto.randomUUID()}`;
      const { answer, logged } = await collect(id);
      const calls = await listOperatorCalls(ctx, merchant_id, id);
      expect(calls).toMatchObject([
        {
          verb: 'collect',
          exchanges: [{ method: 'POST', url: `${operator.url}/collect`, status, problem: null }],
        },
      ]);
      expect(calls[0]?.exchanges[0]?.request).toContain(request.reference);
      const rows = await ctx.db
        .selectFrom('operator_calls')
        .selectAll()
        .where('object_id', '=', id)
        .execute();
      const stored = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      const said = JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      for (const text of forbidden)
        expect([stored, JSON.stringify(calls), logged, said].join()).not.toContain(text);
      if (status === 599) {
        expect(answer.outcome).toEqual({ kind: 'unknown', cause: 'unreachable' });
        expect(logged).toContain('broken over [redacted] and [redacted]');
      }
    },
  );

  it('is among the first ten or the last forty inquiries, if there are very many about its object', async () => {
    const called = { merchant_id, verb: 'inquiry', sensitive: [] } as const;
    const exchange = {
      method: 'GET',
      request: null,
      status: 200,
      response: null,
      problem: null,
      duration_ms: 1,
    };
    const keep = (id: string, nth: number) =>
      keepExchanges(ctx, { ...called, id }, [{ ...exchange, url: `http://localhost/${nth}` }]);
    await keep('att_other', 0);
    for (let nth = 1; nth <= 70; nth++) await keep('att_many', nth);
    const kept = await listOperatorCalls(ctx, merchant_id, 'att_many');
    const numbers = kept.map(({ exchanges }) => Number(exchanges[0]?.url.split('/').at(-1)));
    const from = (first: number, count: number) => Array.from({ length: count }, (_, nth) => first + nth);
    expect(numbers).toEqual([...from(1, 10), ...from(31, 40)]);
    expect(await listOperatorCalls(ctx, merchant_id, 'att_other')).toHaveLength(1);
  });
});
