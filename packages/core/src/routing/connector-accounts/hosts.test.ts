import { AppError } from '@guichet/kernel/errors';
import { makeHttp } from '@guichet/operators/http/make-http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { addressRecords, type NameServer, startNameServer } from '../../../../../test-support/name-server.ts';
import {
  makeTestProvider,
  startTestOperator,
  type TestOperator,
} from '../../../../../test-support/test-operator.ts';
import { createMerchant } from '../../accounts/merchants/create.ts';
import type { Context } from '../../platform/context.ts';
import { makeOpener } from '../../platform/network/open-connection.ts';
import { checkAccount } from './check.ts';
import { createAccount } from './create.ts';
import { makeAccounts } from './open.ts';
import { makeProviderHosts } from './provider-hosts.ts';
import { updateAccountSettings } from './update.ts';

const provider = makeTestProvider('signed');
const api_key = 'key-that-nobody-may-see';
const callback_secret = 'secret-of-callbacks';

let ctx: TestContext;
let home: TestOperator;
let elsewhere: TestOperator;
let names: NameServer;
/** The address to which every name resolves. */
let leads_to = '';
let merchant_id: string;
beforeAll(async () => {
  ctx = await makeTestContext([provider]);
  home = await startTestOperator();
  elsewhere = await startTestOperator();
  names = await startNameServer((question) => ({ answers: addressRecords(question, [leads_to]) }));
  merchant_id = (await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id;
});
afterAll(async () => {
  await Promise.all([home.close(), elsewhere.close(), names.close()]);
  await ctx.database.close();
});
beforeEach(() => {
  for (const operator of [home, elsewhere]) operator.answer('GET /check', { status: 200, body: {} });
});

/** Makes a context in which only these hosts are open. */
function openedTo(opened: readonly string[]): { ctx: Context; close(): Promise<void> } {
  const hosts = makeProviderHosts(opened, { name_servers: [names.place] });
  const bounds = { bytes_max: 512 * 1024, lines_max: 20_000 };
  const opener = makeOpener({ guardOf: hosts.guardOf, timeout_ms: 5_000, bounds });
  const client = makeHttp(opener.open);
  const { db, clock, secrets, public_url } = ctx;
  const accounts = makeAccounts({
    db,
    clock,
    secrets,
    public_url,
    http: client.http,
    hosts,
    providers: [provider],
  });
  return { ctx: { ...ctx, accounts }, close: client.close };
}

const make = (on: Context, base_url: string, unchecked = false) =>
  createAccount(on, commandOf(merchant_id, 'live'), {
    connector: provider.id,
    name: 'Main',
    config: { base_url, api_key, callback_secret },
    unchecked,
  });
const change = (on: Context, id: string, set: object, unset: readonly string[] = []) =>
  updateAccountSettings(on, command, {
    id,
    ...{ name: undefined, set: { ...set }, unset, unchecked: true },
  });

async function fieldsOf(call: Promise<unknown>): Promise<Readonly<Record<string, readonly string[]>>> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused as it should be: ${error}`);
  expect(JSON.stringify([error.message, error.fields])).not.toContain(api_key);
  return error.fields ?? {};
}

const portOf = (operator: TestOperator) => new URL(operator.url).port;

describe('secrets of an account', () => {
  it('are not sent to a host other than the one they were saved for', async () => {
    const { id } = await make(ctx, home.url);
    expect(await fieldsOf(change(ctx, id, { base_url: elsewhere.url }))).toEqual({
      'config.api_key': [`must be given again: it was saved for ${home.url}, and this is ${elsewhere.url}`],
      'config.callback_secret': [
        `must be given again: it was saved for ${home.url}, and this is ${elsewhere.url}`,
      ],
    });
    expect(
      Object.keys(await fieldsOf(change(ctx, id, { base_url: elsewhere.url, api_key: 'another-key' }))),
    ).toEqual(['config.callback_secret']);
    expect(elsewhere.asked).toEqual([]);
    expect(await checkAccount(ctx, command, id)).toMatchObject({ check: 'good' });
    expect(elsewhere.asked).toEqual([]);
  });

  it('must be entered again, or removed, when the URL changes', async () => {
    const { id } = await make(ctx, home.url);
    const set = { base_url: elsewhere.url, api_key: 'another-key' };
    expect(await change(ctx, id, set, ['callback_secret'])).toMatchObject({
      config: { base_url: elsewhere.url },
    });
    expect(elsewhere.asked.map(({ authorization }) => authorization)).toEqual(['Bearer another-key']);
  });

  it('are kept when only the path changes, or nothing does', async () => {
    const { id } = await make(ctx, home.url);
    await change(ctx, id, { base_url: `${home.url}/` });
    await change(ctx, id, { base_url: home.url, attempts: 3 });
    expect(home.asked.at(-1)?.authorization).toBe(`Bearer ${api_key}`);
  });
});

describe('a host that is neither the provider’s nor opened', () => {
  it('is refused before any connection, whatever listens there', async () => {
    const { ctx: production, close } = openedTo([]);
    const asked = home.asked.length;
    const answers = await Promise.all(
      [home.url, 'https://127.0.0.1:1', 'https://10.255.255.1', `https://localhost:${portOf(home)}`].map(
        (url) => fieldsOf(make(production, url, true)),
      ),
    );
    expect(new Set(answers.map((fields) => JSON.stringify(fields))).size).toBe(1);
    expect(Object.keys(answers[0] ?? {})).toEqual(['config.base_url']);
    expect(answers[0]?.['config.base_url']?.[0]).toContain('api.plain.example');
    expect(answers[0]?.['config.base_url']?.[0]).toContain('PROVIDER_ALLOWED_HOSTS');
    expect(home.asked.length).toBe(asked);
    await close();
  });

  it('is not reached by existing accounts, whose requests fail as not sent', async () => {
    const { id } = await make(ctx, home.url);
    const asked = home.asked.length;
    const { ctx: production, close } = openedTo([]);
    const connector = await production.accounts.open(merchant_id, id);
    const request = {
      reference: crypto.randomUUID(),
      operator: 'mtn_ci',
      phone: '+2250700000000',
      money: { amount_minor: 100n, currency: 'XOF' as never },
      description: '',
      otp: null,
      page_url: 'https://pay.example/pay/1',
      return_url: 'https://pay.example/pay/1?returned=1',
      session_expires_at: new Date(),
    };
    const { outcome } = await connector.collect(request, AbortSignal.timeout(5_000));
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'not_sent',
      reached_customer: false,
    });
    const looked = {
      ...request,
      direction: 'collect',
      provider_reference: null,
      created_at: new Date(),
    } as const;
    const { outcome: found } = await connector.lookup(looked, AbortSignal.timeout(5_000));
    expect(found).toMatchObject({ kind: 'unknown' });
    expect(await checkAccount(production, command, id)).toMatchObject({
      check: 'unknown',
      problem: expect.stringContaining('PROVIDER_ALLOWED_HOSTS'),
      exchanges: [],
    });
    expect(home.asked.length).toBe(asked);
    await close();
  });
});

describe('an opened host name', () => {
  it.each<[string, string]>([
    ['a private address', '127.0.0.1'],
    ['a cloud’s metadata service', '169.254.169.254'],
  ])('is not connected to if it resolves to %s', async (_, address) => {
    leads_to = address;
    const { ctx: production, close } = openedTo(['gateway.example']);
    const asked = home.asked.length;
    const url = `https://gateway.example:${portOf(home)}`;
    const fields = await fieldsOf(make(production, url));
    expect(fields.config?.[0]).toContain('forbidden_address');
    expect(home.asked.length).toBe(asked);
    await close();
  });

  it('is reached only at its port if one is given', async () => {
    const { ctx: production, close } = openedTo([`localhost:${portOf(home)}`]);
    const account = await make(production, `http://localhost:${portOf(home)}`);
    expect(account.checked_at).not.toBeNull();
    expect(Object.keys(await fieldsOf(make(production, elsewhere.url)))).toEqual(['config.base_url']);
    await close();
  });
});
