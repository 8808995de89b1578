import { silentLog } from '@guichet/kernel/log';
import { type StartedSimulators, startAll } from '@guichet/simulators/start-all';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOperator } from './catalogue.ts';
import { makeHttp } from './http/make-http.ts';
import type { Provider } from './provider.ts';
import { providers } from './providers.ts';

let all: StartedSimulators;
const client = makeHttp();
beforeAll(async () => {
  all = await startAll({ log: silentLog, seed: 1, portOf: () => 0 });
});
afterAll(async () => {
  await client.close();
  await all.close();
});

function accountOf({ id }: Provider): Readonly<Record<string, unknown>> {
  const started = all.started.find(({ entry }) => entry.id === id);
  if (!started) throw new Error(`${id} has no simulator`);
  return started.account;
}

function openAt(provider: Provider) {
  const callback_url = `https://pay.example.com/callbacks/${provider.id}/cac_1`;
  const clock = { now: () => new Date() };
  return provider.open(accountOf(provider), { clock, http: client.http, callback_url });
}

describe.each(providers)('$id', (provider) => {
  test('accepts the account that its simulator offers', async () => {
    const config = accountOf(provider);
    const wrong = Compile(provider.config_schema).Errors(config);
    expect([...wrong]).toEqual([]);
    const check = await openAt(provider).checkCredentials?.(AbortSignal.timeout(5_000));
    expect(check?.kind ?? 'good').toBe('good');
  });

  test('lists only operators of the catalogue, each once per currency', () => {
    const services = provider.servicesOf(accountOf(provider));
    const names = services.map(({ operator, currency }) => `${operator} ${currency}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(0);
    for (const { operator, currency } of services) {
      expect(findOperator(operator)?.currencies).toContain(currency);
    }
  });

  test('names the operators of every account that collects', () => {
    const codes = provider.servicesOf(accountOf(provider)).filter(({ collect }) => collect);
    expect(provider.operators).toEqual(expect.arrayContaining(codes.map(({ operator }) => operator)));
    expect(new Set(provider.operators).size).toBe(provider.operators.length);
    for (const code of provider.operators) expect(findOperator(code)?.code).toBe(code);
  });

  test('describes its settings, and lists the secret ones', () => {
    for (const [name, schema] of Object.entries(provider.config_schema.properties)) {
      expect([name, schema]).toEqual([
        name,
        expect.objectContaining({ description: expect.stringMatching(/\S/) }),
      ]);
    }
    expect(provider.secret_fields.length).toBeGreaterThan(0);
    expect(Object.keys(provider.config_schema.properties)).toEqual(
      expect.arrayContaining([...provider.secret_fields]),
    );
  });

  test('lists its hosts, and uses one of them by default', () => {
    for (const host of provider.hosts) expect(new URL(`https://${host}`).host).toBe(host);
    const { base_url, ...config } = accountOf(provider);
    expect(provider.addressOf({ ...config, base_url })).toBe(base_url);
    if (provider.config_schema.required?.includes('base_url')) return;
    for (const sandbox of [true, false]) {
      expect(provider.hosts).toContain(new URL(provider.addressOf({ ...config, sandbox })).host);
    }
  });

  test('identifies the setting that its callback trust depends on, if any', () => {
    const { callback_trust_by: setting } = provider;
    expect(setting !== undefined).toBe(openAt(provider).callback_trust !== undefined);
    if (setting !== undefined) expect(provider.config_schema.properties).toHaveProperty(setting);
  });

  test('lists every ability that an account has', () => {
    const connector = openAt(provider);
    const abilities = (['payout', 'refund', 'balance'] as const).filter((ability) => connector[ability]);
    expect(provider.abilities).toEqual(expect.arrayContaining(abilities));
  });
});

test('every provider has a unique id', () => {
  expect(new Set(providers.map(({ id }) => id)).size).toBe(providers.length);
});
