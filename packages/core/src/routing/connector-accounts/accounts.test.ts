import { AppError } from '@guichet/kernel/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import {
  makeTestProvider,
  startTestOperator,
  type TestOperator,
} from '../../../../../test-support/test-operator.ts';
import { createMerchant } from '../../accounts/merchants/create.ts';
import type { Context } from '../../platform/context.ts';
import { readAccountBalance } from './balance.ts';
import { checkAccount } from './check.ts';
import { createAccount } from './create.ts';
import { listProviders } from './list-providers.ts';
import { readSettings } from './settings.ts';
import { listMerchantAccounts, showAccount } from './show.ts';
import { switchAccount, updateAccountSettings, writeAccount } from './update.ts';

const api_key = 'key-that-nobody-may-see';
const provider = makeTestProvider('signed');

let ctx: TestContext;
let operator: TestOperator;
let merchant_id: string;
beforeAll(async () => {
  ctx = await makeTestContext([provider]);
  operator = await startTestOperator();
  merchant_id = (await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id;
});
afterAll(async () => {
  await operator.close();
  await ctx.database.close();
});
beforeEach(() => operator.answer('GET /check', { status: 200, body: {} }));

const make = (config: object = {}, fields: object = {}, on: Context = ctx, owner = merchant_id) =>
  createAccount(on, commandOf(owner, 'live'), {
    connector: provider.id,
    name: 'Main',
    config: { base_url: operator.url, api_key, ...config },
    unchecked: false,
    ...fields,
  });

/** Returns the error that a call must throw. */
async function refusal(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused as it should be: ${error}`);
  expect(JSON.stringify([error.message, error.fields])).not.toContain(api_key);
  return error;
}
const rowOf = async (id: string) =>
  ctx.db.selectFrom('connector_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a new connector account', () => {
  it('is checked with the provider and stored encrypted', async () => {
    const account = await make();
    expect(account).toMatchObject({
      merchant_id,
      connector: 'plain-signed',
      enabled: true,
      config: { base_url: operator.url, api_key: '[redacted]' },
      callback_url: `http://localhost:3000/callbacks/plain-signed/${account.id}`,
      checked_at: '2040-03-01T10:00:00.000+00:00',
      services: [{ operator: 'mtn_ci' }],
    });
    const row = await rowOf(account.id);
    expect(JSON.stringify(row)).not.toContain(api_key);
    expect(JSON.parse(ctx.secrets.open(row.config_sealed))).toEqual({ base_url: operator.url, api_key });
    expect(operator.asked.at(-1)?.authorization).toBe(`Bearer ${api_key}`);
  });

  it('is rejected with all invalid settings in one error', async () => {
    const config = { base_url: undefined, api_key: 'short', attempts: 'x', tokn: '1', live: 'yes' };
    const { code, fields } = await refusal(make(config, { name: '' }));
    expect(code).toBe('invalid_fields');
    expect(Object.keys(fields ?? {}).sort()).toEqual([
      'config.api_key',
      'config.attempts',
      'config.base_url',
      'config.live',
      'config.tokn',
      'name',
    ]);
    expect(fields?.['config.base_url']).toEqual(['is required']);
    expect(fields?.['config.tokn']).toEqual(['is not a known field']);
  });

  it.each([
    [401, false, 'Plain Pay rejected them: the key [redacted] is wrong'],
    [401, true, 'Plain Pay rejected them: the key [redacted] is wrong'],
    [503, false, 'Plain Pay could not be reached to check them: status 503'],
  ])(
    'is rejected when the provider responds with %i (unchecked: %s)',
    async (status, unchecked, sentence) => {
      operator.answer('GET /check', { status, body: {} });
      expect((await refusal(make({}, { unchecked }))).fields).toEqual({ config: [sentence] });
    },
  );

  it('can be stored without a check when the provider does not respond', async () => {
    operator.answer('GET /check', { status: 503, body: {} });
    expect(await make({}, { unchecked: true })).toMatchObject({
      checked_at: null,
      services: [{ operator: 'mtn_ci' }],
    });
  });

  it('needs a known provider and a known merchant', async () => {
    expect((await refusal(make({}, { connector: 'sandbox' }))).fields).toEqual({
      connector: ['must be one of: plain-signed'],
    });
    expect((await refusal(make({}, {}, ctx, 'mer_0'))).code).toBe('merchant_not_found');
  });
});

describe('settings of an account', () => {
  const change = { name: undefined, set: {}, unset: [], unchecked: false };

  it('are replaced individually, checked again, and used from the next call on', async () => {
    const { id } = await make({ callback_secret: 'hush' });
    const before = await ctx.accounts.open(merchant_id, id);
    expect(await ctx.accounts.open(merchant_id, id)).toBe(before);
    const set = { api_key: 'another-key' };
    expect(
      await updateAccountSettings(ctx, command, {
        id,
        ...{ ...change, set, unset: ['callback_secret'] },
      }),
    ).toMatchObject({
      name: 'Main',
      config: { base_url: operator.url, api_key: '[redacted]' },
    });
    expect(operator.asked.at(-1)?.authorization).toBe('Bearer another-key');
    const row = await rowOf(id);
    expect(JSON.parse(ctx.secrets.open(row.config_sealed))).toEqual({ base_url: operator.url, ...set });
    expect(await ctx.accounts.open(merchant_id, id)).not.toBe(before);
  });

  it('stay unchanged when the new ones are invalid', async () => {
    const { id } = await make();
    const { fields } = await refusal(
      updateAccountSettings(ctx, command, { id, ...change, unset: ['api_key'] }),
    );
    expect(fields).toEqual({ 'config.api_key': ['is required'] });
    operator.answer('GET /check', { status: 401, body: {} });
    await refusal(updateAccountSettings(ctx, command, { id, ...change, set: { api_key: 'not this one' } }));
    expect(JSON.parse(ctx.secrets.open((await rowOf(id)).config_sealed))).toMatchObject({ api_key });
  });

  it('are not overwritten if they have been changed since they were read', async () => {
    const read = await rowOf((await make()).id);
    await switchAccount(ctx, command, { id: read.id, enabled: false });
    const written = writeAccount(ctx, read, { name: 'Two' });
    expect((await refusal(written)).code).toBe('conflict');
    expect(await rowOf(read.id)).toMatchObject({ name: 'Main', enabled: false });
  });

  it('are not checked again when only the name changes', async () => {
    const { id, checked_at } = await make();
    operator.answer('GET /check', { status: 503, body: {} });
    const asked = operator.asked.length;
    const renamed = { id, ...change, name: 'Two' };
    expect(await updateAccountSettings(ctx, command, renamed)).toMatchObject({ name: 'Two', checked_at });
    expect(operator.asked.length).toBe(asked);
  });

  it('are converted from text as the provider requires', () => {
    const texts = { base_url: '5', api_key: 'true', attempts: '3', live: 'true', other: '1' };
    expect(readSettings(provider, texts)).toEqual({
      base_url: '5',
      api_key: 'true',
      attempts: 3,
      live: true,
      other: '1',
    });
    expect(readSettings(provider, { attempts: '1.5', live: 'yes' })).toEqual({
      attempts: '1.5',
      live: 'yes',
    });
  });
});

describe('a connector account', () => {
  it('can be disabled and enabled, listed and shown without its secrets', async () => {
    const { id } = await make({}, { name: 'Second' });
    expect(await switchAccount(ctx, command, { id, enabled: false })).toMatchObject({ enabled: false });
    const listed = await listMerchantAccounts(ctx, commandOf(merchant_id, 'live'));
    const second = { id, name: 'Second', enabled: false, operators: ['mtn_ci'] };
    expect(listed).toContainEqual(expect.objectContaining(second));
    expect(await switchAccount(ctx, command, { id, enabled: true })).toMatchObject({ enabled: true });
    const shown = await showAccount(ctx, command, id);
    expect(JSON.stringify([listed, shown])).not.toContain(api_key);
    expect((await refusal(showAccount(ctx, command, 'cac_0'))).code).toBe('not_found');
  });

  it('can have its credentials checked, and shows the exchange with the provider', async () => {
    const { id } = await make();
    expect(await checkAccount(ctx, command, id)).toMatchObject({
      check: 'good',
      problem: null,
      exchanges: [{ method: 'GET', url: `${operator.url}/check`, status: 200 }],
    });
    operator.answer('GET /check', { status: 401, body: { detail: `no ${api_key}` } });
    const checked = await checkAccount(ctx, command, id);
    expect(checked).toMatchObject({ check: 'bad', problem: 'the key [redacted] is wrong' });
    expect(JSON.stringify(checked)).not.toContain(api_key);
  });

  it('shows its balance, or the reason why the provider cannot report it', async () => {
    const { id } = await make();
    operator.answer('GET /balance', { status: 200, body: {} });
    expect(await readAccountBalance(ctx, command, id)).toEqual({
      id,
      balances: [{ wallet: 'main', currency: 'XOF', amount: 5000 }],
    });
    operator.answer('GET /balance', { status: 500, body: {} });
    const error = await refusal(readAccountBalance(ctx, command, id));
    expect(error.message).toBe('Plain Pay could not report its balance: Error: no balance for [redacted]');
  });

  it('of one merchant cannot be opened for another', async () => {
    const { id } = await make();
    const other = await createMerchant(ctx, command, { name: 'Other', country: 'CI' });
    await expect(ctx.accounts.open(other.id, id)).rejects.toThrow('has no account');
  });
});

describe('providers', () => {
  it('are listed with their settings', () => {
    expect(listProviders(ctx)).toMatchObject([
      {
        connector: 'plain-signed',
        callbacks: 'signed',
        callbacks_depend_on: null,
        abilities: ['collect', 'payout', 'balance'],
        settings: [
          { field: 'base_url', required: true, secret: false, description: 'Address of the API' },
          { field: 'api_key', required: true, secret: true },
          { field: 'callback_secret', required: false, secret: true },
          { field: 'attempts' },
          { field: 'live' },
        ],
      },
    ]);
  });
});
