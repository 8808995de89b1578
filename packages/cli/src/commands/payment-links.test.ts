import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { makeSeller } from '../../../../test-support/refunds.ts';
import { testEnvironment } from '../../../../test-support/service.ts';
import { type Ran, readObject, runCli } from '../testing/run-cli.ts';

let ctx: TestContext;
let env: Record<string, string>;
let owner: readonly string[];
beforeAll(async () => {
  ctx = await makeTestContext();
  env = testEnvironment(ctx.database.database_url, '/nonexistent');
  const { merchant_id } = await makeSeller(ctx);
  owner = ['--merchant', merchant_id, '--mode', 'test'];
});
afterAll(() => ctx.database.close());

const guichet = (...args: readonly string[]): Promise<Ran> =>
  runCli(['payment-links', ...args, ...owner], { env });

/** Runs a command that must succeed. @returns its result */
async function run(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const ran = await guichet(...args, '--json');
  expect(ran, ran.stdout).toMatchObject({ code: 0 });
  return readObject(ran.stdout);
}

const concert = ['create', '--title', 'Concert', '--currency', 'XOF'];

test('a link is created with every option, for a fixed amount', async () => {
  const link = await run(
    ...[...concert, '--description', 'At 20:00', '--amount', '5000', '--max-payments', '40'],
    ...['--until', '2999-12-31', '--template', 'cotonou', '--thank-you', 'See you.'],
    ...['--return-url', 'https://shop.example/', '--metadata', '{"event":{"id":7}}'],
    ...['--phone', '00225 0504030200', '--email', 'aya@courriel.example'],
    ...[
      '--field',
      'Your name:text',
      '--field',
      'Time: day:choice:optional:9:00|10:00',
      '--field',
      'Age:number',
    ],
  );
  expect(link).toMatchObject({
    ...{ object: 'payment_link', title: 'Concert', description: 'At 20:00', amount: 5000, currency: 'XOF' },
    ...{ max_payments: 40, expires_at: '2999-12-31T00:00:00.000+00:00', template: 'cotonou' },
    ...{ thank_you: 'See you.', return_url: 'https://shop.example/', metadata: { event: { id: 7 } } },
    customer: { phone: '+2250504030200', email: 'aya@courriel.example' },
    fields: [
      { key: 'Your name', label: 'Your name', type: 'text', required: true, options: [] },
      { label: 'Time: day', type: 'choice', required: false, options: ['9:00', '10:00'] },
      { label: 'Age', type: 'number', required: true, options: [] },
    ],
  });
  expect(await run('retrieve', String(link.id))).toEqual(link);
});

test('a link is created for an open amount, and for a bill in parts', async () => {
  const donation = ['--donation', '--min-amount', '2.5', '--max-amount', '1000'];
  expect(
    await run(
      ...['create', '--title', 'Roof', '--currency', 'GHS', ...donation],
      ...['--suggest', '5, 12.75', '--suggest', '100'],
    ),
  ).toMatchObject({ amount: null, donation: true, min_amount: 2.5, suggested_amounts: [5, 12.75, 100] });
  expect(
    await run(...concert, '--amount', '9000', '--in-parts', '--deposit', '3000', '--min-amount', '500'),
  ).toMatchObject({ in_parts: true, deposit: 3000, min_amount: 500, due_amount: 9000 });
});

test('an update changes what is given, and an empty text removes it', async () => {
  const terms = [
    '--amount',
    '5000',
    '--max-payments',
    '1',
    '--phone',
    '+2250504030200',
    '--field',
    'Name:text',
  ];
  const before = await run(...concert, ...terms, '--email', 'aya@courriel.example', '--until', '90d');
  const update = (...args: string[]) => run('update', String(before.id), ...args);
  const updated_at = expect.any(String);
  expect(await update('--title', 'Second concert')).toEqual({
    ...before,
    title: 'Second concert',
    updated_at,
  });
  expect(await update('--phone', '+2250707070707')).toMatchObject({
    customer: { phone: '+2250707070707', email: 'aya@courriel.example' },
  });
  expect(await update('--email', '')).toMatchObject({ customer: { phone: '+2250707070707', email: null } });
  expect(
    await update(...['--amount', '', '--max-payments', '', '--until', '', '--field', '', '--suggest', '500']),
  ).toMatchObject({
    ...{ amount: null, max_payments: null, expires_at: null, fields: [], suggested_amounts: [500] },
  });
  expect(await update('--suggest', '', '--amount', '900', '--in-parts', '--donation')).toMatchObject({
    ...{ suggested_amounts: [], amount: 900, in_parts: true, donation: true },
  });
  expect(await update('--no-in-parts', '--no-donation')).toMatchObject({ in_parts: false, donation: false });
});

test('a link is paused, resumed and ended, and listed by status', async () => {
  const { id } = await run(...concert, '--amount', '5000');
  expect(await run('pause', String(id))).toMatchObject({ id, status: 'paused', unavailable: 'paused' });
  expect(await run('list', '--status', 'paused', '--limit', '1')).toMatchObject({ items: [{ id }] });
  expect(await run('resume', String(id))).toMatchObject({ id, status: 'active', unavailable: null });
  expect(await run('end', String(id))).toMatchObject({ id, status: 'ended', unavailable: 'ended' });
  const { items, next_cursor } = await run('list', '--limit', '1');
  expect(items).toEqual([expect.objectContaining({ id })]);
  expect(await run('list', '--limit', '1', '--cursor', String(next_cursor))).not.toMatchObject({
    items: [{ id }],
  });
  expect(await guichet('resume', String(id))).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: 'Some fields are not valid.\n  status cannot change any more: this payment link has ended\n',
  });
});

describe('a mistake is reported in one line', () => {
  const amount = [...concert, '--amount'];
  test.each<[string, readonly string[], 1 | 2, RegExp]>([
    ['no title', ['create', '--currency', 'XOF'], 2, /'--title <text>' not specified/],
    ['no currency', ['create', '--title', 'Concert'], 2, /'--currency <code>' not specified/],
    ['an amount that is no number', [...amount, '5k'], 2, /Must be a number, for example 1000000\./],
    ['a negative amount', [...amount, '-5'], 2, /Must be a number|argument missing/],
    ['an amount with a comma', [...amount, '5,5'], 2, /Must be a number/],
    ['a suggestion that is no number', [...concert, '--suggest', '500,some'], 2, /Must be a number/],
    ['a stock that is no number', [...concert, '--max-payments', 'ten'], 2, /Must be a whole number/],
    ['a time that is none', [...concert, '--until', 'tomorrow'], 2, /Must be an ISO 8601 time/],
    ['a field without a type', [...concert, '--field', 'Name'], 2, /Must be a label and one of the types/],
    [
      'a field of an unknown type',
      [...concert, '--field', 'Day:date'],
      2,
      /Must be a label and one of the types/,
    ],
    ['metadata that is no JSON', [...concert, '--metadata', '{trip:7}'], 2, /Must be a JSON object/],
    ['metadata that is a list', [...concert, '--metadata', '[7]'], 2, /Must be a JSON object/],
    ['a template that does not exist', [...concert, '--template', 'bamako'], 2, /Allowed choices are/],
    ['a status that does not exist', ['list', '--status', 'sold_out'], 2, /Allowed choices are/],
    ['no id', ['pause'], 2, /missing required argument 'id'/],
    ['a link that does not exist', ['end', 'plk_x'], 1, /^No payment link has this id in this mode\.$/],
    ['a cursor of something else', ['list', '--cursor', 'pay_x'], 1, /not valid\.\n {2}cursor must be/],
    [
      'a currency that does not exist',
      ['create', '--title', 'a', '--currency', 'XXO'],
      1,
      /\n {2}currency must be/,
    ],
    [
      'a choice without answers',
      [...concert, '--field', 'Day:choice'],
      1,
      /\n {2}fields\.0\.options are needed/,
    ],
    ['a deposit without parts', [...amount, '9', '--deposit', '5'], 1, /\n {2}deposit is only for a bill/],
  ])('%s', async (_, args, code, message) => {
    const ran = await guichet(...args);
    expect(ran).toEqual({ code, stdout: '', stderr: expect.stringMatching(new RegExp(message, 'm')) });
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(code === 1 && args[0] !== 'end' ? 2 : 1);
    const { stdout } = await guichet(...args, '--json');
    expect(readObject(stdout)).toMatchObject({ error: { message: expect.any(String) } });
  });
});
