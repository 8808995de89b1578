import { describe, expect, test } from 'vitest';
import { lookupOf } from '../conformance/play.ts';
import { awaitsPerson, decide } from './decide.ts';
import { makePayout, makeRequest, makeSandboxWorld, tell } from './test-support.ts';

const signal = new AbortController().signal;

async function open(digits: string) {
  const world = makeSandboxWorld();
  const request = makeRequest(digits, world.clock.now());
  await world.connector.collect(request, signal);
  const { reference } = request;
  return {
    ...world,
    reference,
    decide: async (decision: 'approved' | 'refused') => {
      const truth = await decide(world.config, world.dependencies, { reference, decision });
      return truth && tell(truth);
    },
    lookup: async () =>
      tell((await world.connector.lookup(lookupOf(request, world.clock.now()), signal)).outcome),
    told: () =>
      world.delivered.flatMap(({ raw, after_ms }) =>
        world.connector.readCallback(raw).map((notice) => [after_ms, tell(notice.outcome)]),
      ),
  };
}

describe.each(['21', '22'])('a person’s decision on a collection from digits %s', (digits) => {
  test.each([
    ['approved', 'settled 5000'],
    ['refused', 'failed payer_cancelled'],
  ] as const)('%s results in %s', async (decision, expected) => {
    const world = await open(digits);
    world.advance(90_000);
    expect(await world.lookup()).toMatch(/^pending/);
    expect(await world.decide(decision)).toBe(expected);
    expect(await world.lookup()).toBe(expected);
    world.advance(0);
    expect(world.told()).toEqual([[90_000, expected]]);
  });

  test('is final: a second decision changes nothing and sends no callback', async () => {
    const world = await open(digits);
    expect(await world.decide('refused')).toBe('failed payer_cancelled');
    expect(await world.decide('approved')).toBe('failed payer_cancelled');
    world.advance(1000);
    expect(world.told()).toEqual([[0, 'failed payer_cancelled']]);
  });

  test('is awaited until it is recorded', async () => {
    const world = await open(digits);
    const isAsked = async (): Promise<boolean | undefined> => {
      const transaction = await world.store.find(world.reference);
      return transaction && awaitsPerson(transaction);
    };
    expect(await isAsked()).toBe(true);
    await world.decide('approved');
    expect(await isAsked()).toBe(false);
  });
});

test.each([
  ['20', 'pending otp'],
  ['01', 'failed insufficient_funds'],
  ['11', 'pending prompt'],
])(
  'a decision on a transaction with digits %s, which awaits none, changes nothing and sends no callback',
  async (digits, expected) => {
    const world = await open(digits);
    expect(await world.decide('approved')).toBe(expected);
    expect(await world.lookup()).toBe(expected);
    world.advance(60_000);
    expect(world.told()).toEqual([]);
  },
);

describe('a person’s decision on a payout', () => {
  test.each([
    ['22', 'approved', 'settled 5000'],
    ['22', 'refused', 'failed payer_cancelled'],
    // These scenarios wait for a customer, and a payout has none.
    ['21', 'refused', 'pending'],
    ['20', 'refused', 'pending'],
  ] as const)('to digits %s: %s results in %s', async (digits, decision, expected) => {
    const world = makeSandboxWorld();
    const request = makePayout(digits);
    await world.connector.payout?.(request, signal);
    const { reference } = request;
    const truth = await decide(world.config, world.dependencies, { reference, decision });
    expect(truth && tell(truth)).toBe(expected);
  });
});

test('a decision on an unknown reference returns undefined', async () => {
  const { config, dependencies } = makeSandboxWorld();
  const nobody = { reference: crypto.randomUUID(), decision: 'approved' } as const;
  expect(await decide(config, dependencies, nobody)).toBeUndefined();
});
