import { faultKinds } from '@guichet/simulators/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectorAnswer } from '../contract.ts';
import { collection, openSimulated, payout, questionOf, setting } from './test-support.ts';

const usual = new AbortController().signal;
/** Every request up to the one that moves money, with the key that signs it and encrypts the PIN. */
const places = {
  collect: ['/auth/oauth2/token', '/v1/rsa/encryption-keys', '/merchant/v2/payments/'],
  payout: ['/auth/oauth2/token', '/v1/rsa/encryption-keys', '/standard/v2/disbursements/'],
} as const;

describe.each(['collect', 'payout'] as const)('a fault in direction %s', (direction) => {
  const ways = places[direction]
    .flatMap((place) => faultKinds.map((kind) => [kind, place] as const))
    // Delayed tokens are left out here: the next caller waits for the same token, ten seconds at most (see
    // http/token-cache).
    .filter(([kind, place]) => !(kind === 'delay' && place.endsWith('/token')));

  test.each(ways)('of kind %s at %s does not falsify the outcome', async (kind, place) => {
    const { connector, world, timeline, simulator, close } = await openSimulated({
      config: { message_signing: true },
      options: { message_signing: true },
    });
    onTestFinished(close);
    world.plans.set(setting.provider_phone, {
      after_ms: 1_000,
      end: kind === 'late_success' ? '008' : 'success',
    });
    const isOfBooks = kind === 'late_success' || kind === 'wrong_amount';
    const isCallback = kind.endsWith('_callback');
    world.faults.next.push(isCallback ? { kind } : { kind, place: isOfBooks ? direction : place });
    const signal = kind === 'delay' ? AbortSignal.timeout(150) : usual;
    const sent: ConnectorAnswer =
      direction === 'collect'
        ? await connector.collect(collection, signal)
        : ((await connector.payout?.(payout, signal)) ?? expect.unreachable());
    timeline.advance(20 * 60_000);

    const [truth, ...others] = simulator.transactions();
    expect(others).toEqual([]);
    expect(sent.outcome.kind).not.toBe('settled');
    if (sent.outcome.kind === 'failed') {
      expect(sent.outcome.reached_customer).toBe(false);
      expect(truth).toBeUndefined();
    }
    const { outcome, provider_reference } = await connector.lookup(questionOf(direction), usual);
    // No response contains an amount: the requested one is reported.
    if (truth) expect(outcome).toEqual({ kind: 'settled', money: collection.money });
    else expect(outcome).toMatchObject({ kind: 'failed', operator_code: 'never_received' });
    expect(provider_reference).toBe(truth?.provider_reference ?? null);
  });
});
