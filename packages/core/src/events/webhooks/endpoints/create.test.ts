import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../../../test-support/context.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { EventType } from '../../types.ts';
import { createEndpoint } from './create.ts';
import { deleteEndpoint } from './delete.ts';
import { listEnabledEndpoints, listSigningSecrets } from './queries.ts';
import { showEndpoint } from './show.ts';

let ctx: TestContext;
let merchant_id: string;
beforeAll(async () => {
  ctx = await makeTestContext();
  merchant_id = (await makeCaller(ctx)).merchant_id;
});
afterAll(() => ctx.database.close());

const create = (
  { mode = 'test', ...input }: { readonly mode?: Mode } & Readonly<Record<string, unknown>>,
  webhook_networks: readonly string[] = [],
  allow_local_addresses = false,
) =>
  createEndpoint({ ...ctx, webhook_networks, allow_local_addresses }, commandOf(merchant_id, mode), {
    url: 'https://shop.example/hook',
    ...input,
  });

describe('a new endpoint', () => {
  it('is enabled for every event, and its secret is shown only in the response', async () => {
    const { id, secret } = await create({});
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [endpoint] = await listEnabledEndpoints(ctx.db, merchant_id, 'test');
    expect(endpoint).toEqual({
      merchant_id,
      id,
      mode: 'test',
      url: 'https://shop.example/hook',
      description: null,
      event_types: null,
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      created_at: start,
      updated_at: start,
      deleted_at: null,
    });
    const [sealed = ''] = await listSigningSecrets(ctx.db, { merchant_id, mode: 'test' }, start);
    expect(sealed).toMatch(/^v2\.[0-9a-f]{12}\./);
    expect(ctx.secrets.open(sealed)).toBe(secret);
    const { rows } = await ctx.pool.query('select row::text as text from webhook_secrets as row');
    expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length));
  });

  it('has its own secret', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, async () => (await create({})).secret));
    expect(new Set(secrets).size).toBe(20);
  });

  it('can have a description', async () => {
    const { id } = await create({ mode: 'live', description: 'Order service' });
    expect(await showEndpoint(ctx, commandOf(merchant_id, 'live'), id)).toMatchObject({
      description: 'Order service',
      livemode: true,
    });
  });

  it('can listen to selected events only', async () => {
    const events: EventType[] = ['payment.successful', 'payment.failed'];
    const { id } = await create({ mode: 'live', events });
    const endpoints = await listEnabledEndpoints(ctx.db, merchant_id, 'live');
    expect(endpoints.find((endpoint) => endpoint.id === id)).toMatchObject({ event_types: events });
  });

  it('throws for an unknown merchant', async () => {
    const input = { url: 'https://shop.example/hook' };
    await expect(createEndpoint(ctx, commandOf('mer_none'), input)).rejects.toMatchObject({
      code: 'merchant_not_found',
    });
  });
});

it('a merchant has at most 100 endpoints in each mode, not counting deleted ones', async () => {
  const { merchant_id } = await makeCaller(ctx);
  const make = (mode: Mode) =>
    createEndpoint(ctx, commandOf(merchant_id, mode), { url: 'https://shop.example/hook' });
  const made = await Promise.allSettled(Array.from({ length: 101 }, () => make('test')));
  const refused = made.filter((one) => one.status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'conflict', reason: { code: 'too_many_endpoints' } } }]);
  await make('live');
  const [one] = made.filter((one) => one.status === 'fulfilled');
  await deleteEndpoint(ctx, commandOf(merchant_id, 'test'), one?.value.id ?? '');
  await make('test');
  await expect(make('test')).rejects.toMatchObject({ code: 'conflict' });
});

describe('the URL of a new endpoint', () => {
  const absolute = 'must be an absolute http or https address';
  const credentials = 'must not contain a user name or password';
  const not_public = 'must be a public address';
  it.each<[string, Mode, string | undefined]>([
    ['https://shop.example/hook?a=1', 'live', undefined],
    ['https://shop.example:8443/', 'live', undefined],
    ['http://shop.example/hook', 'test', undefined],
    ['http://shop.example/hook', 'live', 'must be an https address in live mode'],
    ['https://[2606:4700:4700::1111]/', 'live', undefined],
    ['ftp://shop.example/', 'test', absolute],
    ['javascript:alert(1)', 'test', absolute],
    ['/hook', 'test', absolute],
    ['shop.example/hook', 'test', absolute],
    ['https:shop.example', 'test', absolute],
    ['', 'test', absolute],
    ['https://user:secret@shop.example/', 'test', credentials],
    ['https://user@shop.example/', 'test', credentials],
    ['https://a.example\\@b', 'test', 'must not contain a backslash'],
    ['https://shop.exa\tmple/', 'test', 'must not contain spaces or control characters'],
    ['https://localhost/', 'test', not_public],
    ['https://127.0.0.1/', 'test', not_public],
    ['https://0x7f.1/', 'test', not_public],
    ['https://[::1]/', 'test', not_public],
    ['https://169.254.169.254/', 'test', not_public],
    ['https://10.0.0.1/', 'live', not_public],
    [`https://shop.example/${'x'.repeat(500)}`, 'test', 'must be at most 500 characters'],
    ['https://shop.example/\u0000', 'test', 'must not contain a NUL character'],
    ['https://shop.example/a b', 'test', 'must not contain spaces or control characters'],
    ['https://shop.example/hook\n', 'test', 'must not contain spaces or control characters'],
  ])('%j in %s mode has the problem: %s', async (url, mode, problem) => {
    const made = create({ url, mode });
    if (problem === undefined)
      await expect(made).resolves.toMatchObject({ id: expect.stringMatching(/^whe_/) });
    else await expect(made).rejects.toMatchObject({ code: 'invalid_fields', fields: { url: [problem] } });
  });

  const development_networks = ['127.0.0.0/8', '192.168.0.0/16', '::1/128'];
  it.each(['http://localhost:4000/hook', 'http://127.0.0.1/', 'http://192.168.1.5:8080/'])(
    'can be %s in development, in both modes',
    async (url) => {
      for (const mode of ['test', 'live'] as const) await create({ url, mode }, development_networks, true);
    },
  );
});

describe('other invalid input', () => {
  it.each([
    [
      { events: ['payment.paid'] },
      { 'events.0': [expect.stringContaining('must be one of: payment.successful')] },
    ],
    [{ secret: 'whsec_mine' }, { secret: ['is not a known field'] }],
    [{ description: '' }, { description: ['must not be empty'] }],
    [{ description: 'x'.repeat(501) }, { description: [expect.stringContaining('must be at most')] }],
    [{ url: 5 }, { url: ['must be a string'] }],
  ])('is refused: %j', async (input, fields) => {
    await expect(create(input)).rejects.toMatchObject({ code: 'invalid_fields', fields });
  });

  it('such as an empty list of events is refused', async () => {
    await expect(create({ events: [] })).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { events: [expect.any(String)] },
    });
  });
});
