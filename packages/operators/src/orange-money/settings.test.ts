import { makeSecret } from '@guichet/kernel/secret';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { orangeMoney } from './index.ts';
import {
  config_schema,
  type OrangeConfig,
  problemOf,
  secret_fields,
  type Variant,
  variants,
} from './settings.ts';
import { openAt, settingsAt } from './test-support.ts';

const secret: readonly string[] = secret_fields;
const wrapped = (settings: Readonly<Record<string, unknown>>): OrangeConfig =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      secret.includes(name) && value !== undefined ? makeSecret(String(value)) : value,
    ]),
  ) as OrangeConfig;
const whole = (variant: Variant) => settingsAt(variant, 'https://orange.example.com');

test.each(variants)('the settings of %s are valid, and print no secret', (variant) => {
  const check = makeCheck(Type.Object(config_schema.properties, { additionalProperties: false }));
  expect(() => check(whole(variant))).not.toThrow();
  const config = wrapped(whole(variant));
  expect(problemOf(config)).toBeUndefined();
  expect(JSON.stringify(config)).not.toMatch(
    /sim-client-secret|sim-password|2468|sim-webhook|sim-merchant-key/,
  );
});

test.each<[Variant, Record<string, unknown>, string]>([
  [
    'web-payment',
    { merchant_key: undefined, country: undefined },
    'the variant web-payment needs merchant_key, country',
  ],
  ['web-payment', { merchant_code: '123456' }, 'the variant web-payment does not take merchant_code'],
  ['web-payment', { currency: 'GHS' }, 'the currency of ci must be one of: XOF'],
  ['sonatel', { pin: undefined }, 'channel_msisdn and pin go together'],
  ['sonatel', { country: 'sn' }, 'the variant sonatel does not take country'],
  ['cameroon', { pin: undefined }, 'the variant cameroon needs pin'],
  ['cameroon', { sandbox: true }, 'the variant cameroon does not take sandbox'],
  [
    'burkina',
    { merchant_msisdn: undefined, client_id: 'x' },
    'the variant burkina needs merchant_msisdn; the variant burkina does not take client_id',
  ],
])('the variant %s with %j is rejected with an explanation', async (variant, change, sentence) => {
  expect(problemOf(wrapped({ ...whole(variant), ...change }))).toBe(sentence);
  const { connector, simulator, close } = await openAt(variant, { settings: change });
  expect(await connector.checkCredentials?.(new AbortController().signal)).toEqual({
    kind: 'bad',
    problem: sentence,
  });
  expect(orangeMoney.servicesOf({ ...whole(variant), ...change })).toEqual([]);
  expect(simulator.transactions()).toEqual([]);
  await close();
});

describe('the services of an account', () => {
  const service = {
    collect: true,
    payout: false,
    refund: false,
    min_amount: null,
    max_amount: null,
    decimals: null,
  };
  // The customer enters a number on Orange's page, and whoever scans the code of Sonatel can pay.
  const anybody = { payer_known: false, needs_number: false, code_first: null };
  test.each<[Variant, Record<string, unknown>, object]>([
    ['web-payment', {}, { operator: 'orange_ci', currency: 'XOF', ...anybody }],
    ['web-payment', { country: 'cd' }, { operator: 'orange_cd', currency: 'CDF', ...anybody }],
    [
      'web-payment',
      { country: 'cd', currency: 'USD' },
      { operator: 'orange_cd', currency: 'USD', ...anybody },
    ],
    ['sonatel', {}, { operator: 'orange_sn', currency: 'XOF', payout: true, ...anybody }],
    [
      'sonatel',
      { pin: undefined, channel_msisdn: undefined },
      { operator: 'orange_sn', currency: 'XOF', ...anybody },
    ],
    ['cameroon', {}, { operator: 'orange_cm', currency: 'XAF', payout: true, code_first: null }],
    ['cameroon', { payouts: undefined }, { operator: 'orange_cm', currency: 'XAF', code_first: null }],
    ['burkina', {}, { operator: 'orange_bf', currency: 'XOF', code_first: { dial: '*144*4*6*{amount}#' } }],
    [
      'burkina',
      { sandbox: true },
      { operator: 'orange_bf', currency: 'XOF', code_first: { dial: '*865*4*6*{amount}#' } },
    ],
    [
      'burkina',
      { dial: '*866*4*6*{amount}#' },
      { operator: 'orange_bf', currency: 'XOF', code_first: { dial: '*866*4*6*{amount}#' } },
    ],
  ])('are listed for %s with %j', (variant, change, expected) => {
    expect(orangeMoney.servicesOf({ ...whole(variant), ...change })).toEqual([{ ...service, ...expected }]);
  });
});

test('the description of every setting states its variants', () => {
  for (const [name, schema] of Object.entries(config_schema.properties)) {
    const { description } = schema as { description?: string };
    expect(description, name).toMatch(/web-payment|sonatel|cameroon|burkina|of the variant/);
  }
});
