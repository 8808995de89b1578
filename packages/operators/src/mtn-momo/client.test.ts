import { makeMtnMomo } from '@guichet/simulators/mtn-momo/index';
import { afterEach, describe, expect, it } from 'vitest';
import { mtnMomo } from './index.ts';
import { account, makeWired, setting, type Wired } from './test-support.ts';

let wired: Wired | undefined;
afterEach(() => wired?.close());

async function wire(changes: Readonly<Record<string, unknown>> = {}): Promise<Wired> {
  wired = await makeWired(changes);
  return wired;
}

const tokensAsked = ({ calls }: Wired): number => calls.filter(({ url }) => url.endsWith('/token/')).length;
const signal = (): AbortSignal => AbortSignal.timeout(5_000);

describe('a token', () => {
  it('is requested once for all callers, and cached for each product', async () => {
    const world = await wire();
    await Promise.all(['a', 'b', 'c'].map(() => world.send('collect', world.ask('collect'))));
    expect(tokensAsked(world)).toBe(1);
    await world.send('payout', world.ask('payout'));
    await world.send('payout', world.ask('payout'));
    expect(
      world.calls.filter(({ url }) => url.endsWith('/token/')).map(({ url }) => new URL(url).pathname),
    ).toEqual(['/collection/token/', '/disbursement/token/']);
  });

  it('is renewed before its hour is over', async () => {
    const world = await wire();
    await world.send('collect', world.ask('collect'));
    world.timeline.advance(3_539_000);
    await world.send('collect', world.ask('collect'));
    expect(tokensAsked(world)).toBe(1);
    world.timeline.advance(1_000);
    await world.send('collect', world.ask('collect'));
    expect(tokensAsked(world)).toBe(2);
  });

  it('that was revoked is replaced during an inquiry', async () => {
    const world = await wire();
    const request = world.ask('collect');
    await world.send('collect', request);
    world.simulator.expireTokens();
    expect((await world.lookup(request)).outcome.kind).toBe('pending');
    expect(tokensAsked(world)).toBe(2);
  });

  it('that is refused repeatedly is not requested again and again', async () => {
    const world = await wire();
    world.world.faults.rates.token_expiry = 1;
    const request = world.ask('collect');
    expect((await world.send('collect', request)).outcome).toEqual({
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'HTTP_401',
      reached_customer: false,
    });
    expect(tokensAsked(world)).toBe(2);
    expect(world.truth(request.reference)).toBeUndefined();
  });

  it('that takes too long does not delay the caller past its deadline, and nothing is sent afterwards', async () => {
    const world = await wire();
    world.world.faults.next.push({ kind: 'delay', place: '/token/' });
    const request = world.ask('collect');
    const answer = await world.send('collect', request, AbortSignal.timeout(100));
    expect(answer.outcome).toMatchObject({
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'no_token',
      reached_customer: false,
    });
    expect(world.calls.map(({ url }) => new URL(url).pathname)).toEqual(['/collection/token/']);
  });
});

describe('a request', () => {
  it('has the headers that MTN requires', async () => {
    const world = await wire();
    const request = world.ask('collect');
    await world.send('collect', request);
    const [token, creating] = world.calls;
    expect(token?.body).toBeUndefined();
    expect(token?.headers).toEqual({
      authorization: `Basic ${Buffer.from(`${account.api_user}:${account.api_key}`).toString('base64')}`,
      'ocp-apim-subscription-key': account.collection_subscription_key,
      'x-target-environment': account.target_environment,
    });
    expect(creating?.headers).toEqual({
      authorization: expect.stringMatching(/^Bearer eyJ/),
      'content-type': 'application/json',
      'ocp-apim-subscription-key': account.collection_subscription_key,
      'x-callback-url': `https://pay.example.com/callbacks/mtn-momo/cac_1/${request.reference}`,
      'x-reference-id': request.reference,
      'x-target-environment': 'mtnivorycoast',
    });
  });

  it('requests no callback if callbacks are disabled', async () => {
    const world = await wire({ callbacks: false });
    await world.send('collect', world.ask('collect'));
    expect(world.calls[1]?.headers).not.toHaveProperty('x-callback-url');
  });

  it('to a closed port was never sent', async () => {
    const world = await wire({ base_url: 'http://127.0.0.1:9' });
    expect((await world.send('collect', world.ask('collect'))).outcome).toMatchObject({
      kind: 'failed',
      reason: 'operator_down',
      reached_customer: false,
    });
    expect((await world.lookup(world.ask('collect'))).outcome).toEqual({
      kind: 'unknown',
      cause: 'unreachable',
    });
  });

  it('of an account without disbursements can only be a collection', async () => {
    const { disbursement_subscription_key: _, ...collecting } = account;
    const { connector } = await wire({ disbursement_subscription_key: undefined });
    expect([connector.payout, connector.refund]).toEqual([undefined, undefined]);
    expect(mtnMomo.servicesOf(collecting)).toMatchObject([{ collect: true, payout: false, refund: false }]);
  });

  it('for a partial refund is refused before it is sent, unless the account allows it', async () => {
    const world = await wire({ partial_refunds: undefined });
    const { reference, operator, phone, money } = world.ask('refund');
    const part = { amount_minor: 100n, currency: money.currency };
    const collection = { reference: crypto.randomUUID(), provider_reference: null, money };
    const refund = { reference, operator, phone, money: part, collection, description: '' };
    expect((await world.connector.refund?.(refund, signal()))?.outcome).toMatchObject({
      kind: 'failed',
      operator_code: 'partial_refunds_off',
      reached_customer: false,
    });
    expect(world.calls).toEqual([]);
  });
});

describe('the credentials', () => {
  it.each([
    ['valid', {}, 'good', ''],
    ['without disbursements', { disbursement_subscription_key: undefined }, 'good', ''],
    ['with a wrong key', { api_key: 'wrong' }, 'bad', 'API key'],
    ['with a wrong user', { api_user: '9d3b0d3a-4d0f-4a53-9d3b-0d3a6c1f2e10' }, 'bad', 'API user'],
    [
      'with a wrong subscription key',
      { collection_subscription_key: 'wrong' },
      'bad',
      'subscription key of collection',
    ],
    [
      'with the key of the other product',
      { disbursement_subscription_key: account.collection_subscription_key },
      'bad',
      'disbursement',
    ],
    ['with a wrong key for disbursements', { disbursement_api_key: 'wrong' }, 'bad', 'disbursement'],
    ['for a different market', { target_environment: 'mtnghana' }, 'bad', 'target environment'],
    ['at a host that is down', { base_url: 'http://127.0.0.1:9' }, 'unknown', 'reached'],
  ])('are checked correctly: %s', async (_, changes, kind, words) => {
    const { connector } = await wire(changes);
    const check = await connector.checkCredentials?.(signal());
    expect(check?.kind).toBe(kind);
    if (check && check.kind !== 'good') expect(check.problem).toContain(words);
  });

  it.each(['unavailable', 'server_error', 'malformed', 'too_many_requests'] as const)(
    'cannot be verified with the fault %s',
    async (kind) => {
      const { connector, world } = await wire();
      world.faults.rates[kind] = 1;
      expect((await connector.checkCredentials?.(signal()))?.kind).toBe('unknown');
    },
  );

  it('appear neither in the result of a call nor in the serialized connector', async () => {
    const { connector, ask } = await wire({ api_key: 'wrong' });
    const answer = await connector.lookup(ask('collect'), signal());
    const text = JSON.stringify([answer, connector]);
    for (const secret of [account.api_key, account.collection_subscription_key, 'eyJ']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the balance', () => {
  it('is reported for each product', async () => {
    const { connector } = await wire();
    const money = { amount_minor: 10_000_000n, currency: setting.currency };
    expect(await connector.balance?.(signal())).toEqual([
      { wallet: 'collection', money },
      { wallet: 'disbursement', money },
    ]);
  });

  it('of one product is reported although that of another one cannot be read', async () => {
    const { connector, world } = await wire();
    world.faults.next.push({ kind: 'malformed', place: '/balance' });
    expect(await connector.balance?.(signal())).toMatchObject([{ wallet: 'disbursement' }]);
  });

  it('that cannot be read is an error', async () => {
    const { connector, world } = await wire();
    const unreadable = { kind: 'malformed', place: '/balance' } as const;
    world.faults.next.push(unreadable, unreadable);
    await expect(connector.balance?.(signal())).rejects.toThrow('balance of collection, disbursement');
  });
});

describe('the services', () => {
  it('allow partial refunds only if the settings state that these were tested', () => {
    for (const partial_refunds of [undefined, false]) {
      const services = mtnMomo.servicesOf({ ...account, partial_refunds });
      expect(services).toMatchObject([{ refund: true, refund_parts: false }]);
    }
  });

  it.each([
    [{}, 'mtn_ci', 'XOF'],
    [{ target_environment: 'mtnliberia' }, 'mtn_lr', 'LRD'],
    [{ target_environment: 'mtnliberia', currency: 'USD' }, 'mtn_lr', 'USD'],
    [{ target_environment: 'sandbox' }, 'mtn_ci', 'XOF'],
    [{ target_environment: 'sandbox', sandbox_market: 'mtnghana' }, 'mtn_gh', 'GHS'],
  ])('of %j are those of %s in %s', (changes, operator, currency) => {
    expect(mtnMomo.servicesOf({ ...account, ...changes })).toEqual([
      {
        operator,
        currency,
        collect: true,
        payout: true,
        refund: true,
        refund_parts: true,
        min_amount: null,
        max_amount: null,
        decimals: null,
        code_first: null,
      },
    ]);
  });
});

it('sandbox requests use euros, but their outcomes have the requested currency', async () => {
  const { collection_subscription_key, api_user, api_key } = account;
  const world = await makeWired({ target_environment: 'sandbox' }, (around) =>
    makeMtnMomo(around, {
      target_environment: 'sandbox',
      currency: 'EUR',
      subscription_keys: { collection: collection_subscription_key },
      users: [{ api_user, api_key, callback_host: 'pay.example.com' }],
    }),
  );
  wired = world;
  const request = world.ask('collect');
  await world.send('collect', request);
  world.timeline.advance(1_000);
  expect(world.truth(request.reference)).toMatchObject({ asked_amount: '1500', currency: 'EUR' });
  expect((await world.lookup(request)).outcome).toEqual({ kind: 'settled', money: request.money });
});
