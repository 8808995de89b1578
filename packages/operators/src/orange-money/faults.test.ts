import { majorText } from '@guichet/kernel/money';
import type { FaultKind } from '@guichet/simulators/contract';
import { describe, expect, test } from 'vitest';
import type { ConnectorAnswer } from '../contract.ts';
import type { Variant } from './settings.ts';
import {
  collectOf,
  followingRedirects,
  lookupOf,
  openAt,
  payoutOf,
  remembering,
  settings,
} from './test-support.ts';

/** Every path of a payment, including tokens and inquiries, by direction. */
const places: readonly (readonly [Variant, 'collect' | 'payout', string])[] = [
  ['web-payment', 'collect', '/oauth/v3/token'],
  ['web-payment', 'collect', '/webpayment'],
  ['web-payment', 'collect', '/transactionstatus'],
  ['sonatel', 'collect', '/oauth/v1/token'],
  ['sonatel', 'collect', '/qrcode'],
  ['sonatel', 'collect', '/v1/transactions'],
  ['sonatel', 'collect', '/status'],
  ['sonatel', 'payout', '/oauth/v1/token'],
  ['sonatel', 'payout', '/v1/transactions'],
  ['sonatel', 'payout', '/publicKeys'],
  ['sonatel', 'payout', '/cashins'],
  ['cameroon', 'collect', '/token'],
  ['cameroon', 'collect', '/mp/init'],
  ['cameroon', 'collect', '/mp/pay'],
  ['cameroon', 'collect', '/mp/paymentstatus'],
  ['cameroon', 'payout', '/cashin/init'],
  ['cameroon', 'payout', '/cashin/pay'],
  ['burkina', 'collect', '/payment'],
];

const money_places = ['/webpayment', '/qrcode', '/cashins', '/mp/pay', '/cashin/pay', '/payment'];

/** The other variants report no amount, and a success counts as the requested amount: see the README. */
const tells_amounts: readonly Variant[] = ['sonatel', 'cameroon'];

/** The time for which a delayed response is awaited; any other response is awaited until it arrives. */
const deadline_ms = 300;
type Ending = 'success' | 'CANCELLED';

const request_faults: readonly FaultKind[] = [
  'delay',
  'drop_before',
  'drop_after',
  'too_many_requests',
  'server_error',
  'unavailable',
  'malformed',
  'token_expiry',
];

/** The possible faults at a place and, where money is requested, the reactions of the payer and of Orange. */
function casesAt(place: string): readonly (readonly [FaultKind, Ending])[] {
  const everywhere = request_faults.map((kind) => [kind, 'success'] as const);
  if (!money_places.includes(place)) return everywhere;
  return [
    ...everywhere,
    ['drop_after', 'CANCELLED'],
    ['malformed', 'CANCELLED'],
    ['late_success', 'CANCELLED'],
    ['wrong_amount', 'success'],
    ['clock_skew', 'success'],
  ];
}

/**
 * Sends a request with a fault at a place, to a payer who reacts in the given way. @returns the first and all later
 * outcomes, and the simulator's own transaction
 */
async function play([variant, direction, place]: (typeof places)[number], kind: FaultKind, end: Ending) {
  const at = await openAt(variant);
  try {
    const { provider_phone: local } = settings[variant];
    at.world.plans.set(local, { after_ms: 1_000, end });
    const connector = remembering(followingRedirects(at.connector, local), {
      answers: variant === 'burkina',
    });
    const now = at.timeline.now();
    const request = direction === 'collect' ? collectOf(variant, now) : payoutOf(variant);
    at.world.faults.next.push(request_faults.includes(kind) ? { kind, place } : { kind });
    const signal = kind === 'delay' ? AbortSignal.timeout(deadline_ms) : new AbortController().signal;
    const first =
      'otp' in request ? await connector.collect(request, signal) : await connector.payout?.(request, signal);
    const answers: (ConnectorAnswer | undefined)[] = [first];
    // A late token makes every caller wait.
    const isTokenLate = kind === 'delay' && place.endsWith('/token');
    for (const isLast of [false, false, true]) {
      at.timeline.advance(60_000);
      const asking = isLast && !isTokenLate ? new AbortController().signal : AbortSignal.timeout(deadline_ms);
      answers.push(await connector.lookup(lookupOf(request, now, { direction }), asking));
    }
    const [truth, ...more] = at.simulator.transactions();
    expect(more).toEqual([]);
    return { outcomes: answers.map((answer) => answer?.outcome), truth };
  } finally {
    await at.close();
  }
}

describe.each(places)('%s %s, a fault at %s', (...place) => {
  test.concurrent.each(casesAt(place[2]))('%s, then %s: no false outcome is reported', async (kind, end) => {
    const { outcomes, truth } = await play(place, kind, end);
    for (const outcome of outcomes) {
      if (outcome?.kind === 'settled') {
        expect(truth?.status).toBe('success');
        if (tells_amounts.includes(place[0])) expect(majorText(outcome.money)).toBe(truth?.moved_amount);
      }
      // If Orange itself later reverses a refusal, it was correct to report the refusal at the time.
      if (outcome?.kind === 'failed' && kind !== 'late_success') {
        expect(truth?.status ?? 'nothing').not.toBe('success');
      }
      expect(outcome).toBeDefined();
      if (outcome?.kind === 'failed' && outcome.reached_customer === false) {
        expect(truth?.status ?? 'failed').not.toBe('success');
      }
    }
    const last = outcomes.at(-1);
    if (truth?.status === 'success' && place[0] !== 'burkina') expect(last?.kind).toBe('settled');
  });
});
