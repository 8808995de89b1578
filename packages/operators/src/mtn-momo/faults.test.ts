import { type Direction, type FaultKind, faultKinds } from '@guichet/simulators/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { makeWired, setting, type Wired } from './test-support.ts';

let wired: Wired | undefined;
afterEach(() => wired?.close());

const places: readonly [Direction, string][] = [
  ['collect', '/requesttopay'],
  ['payout', '/transfer'],
  ['refund', '/disbursement/v1_0/refund'],
];

/** The immediate outcome of each fault; faults of callbacks and of MTN's records do not affect the response. */
const at_once: Partial<Record<FaultKind, string>> = {
  delay: 'unknown timeout',
  drop_before: 'unknown unreachable',
  drop_after: 'unknown unreachable',
  too_many_requests: 'unknown unreadable',
  server_error: 'unknown server_error',
  unavailable: 'unknown server_error',
  malformed: 'unknown unreadable',
};

/**
 * The place at which a fault is set: for faults of callbacks the callback URL, for faults of MTN's records the
 * direction, and for all other faults the request's path.
 */
function placeOf(kind: FaultKind, direction: Direction, path: string): string {
  if (kind.endsWith('callback')) return '/callbacks/';
  return kind === 'wrong_amount' || kind === 'late_success' ? direction : path;
}

/** Inquires until the outcome is known, as the service does: for an hour at most. */
async function follow({ lookup, timeline }: Wired, request: Parameters<Wired['lookup']>[0]): Promise<string> {
  for (let minute = 0; minute < 60; minute++) {
    const { outcome } = await lookup(request);
    if (outcome.kind === 'settled') return `settled ${outcome.money.amount_minor}`;
    // Continues for a while after a failure, because MTN may still reverse it. The service's rechecks do the same.
    if (outcome.kind === 'failed' && minute > 16) return `failed ${outcome.operator_code}`;
    timeline.advance(60_000);
  }
  return 'still unknown';
}

describe.each(places)('%s by %s', (direction, place) => {
  it.each(faultKinds)('with the fault %s is reported truthfully, and ends as it did at MTN', async (kind) => {
    wired = await makeWired();
    const { world, ask, send, truth } = wired;
    if (kind === 'late_success') world.plans.set(setting.provider_phone, { after_ms: 1_000, end: 'EXPIRED' });
    world.faults.next.push({ kind, place: placeOf(kind, direction, place) });
    const request = ask(direction);
    const patience_ms = kind === 'delay' ? 300 : 5_000;
    const { outcome } = await send(direction, request, AbortSignal.timeout(patience_ms));
    const said = outcome.kind === 'unknown' ? `unknown ${outcome.cause}` : outcome.kind;
    expect(said).toBe(at_once[kind] ?? 'pending');
    const known = await follow(wired, request);
    const found = truth(request.reference);
    expect(known).toBe(found ? `settled ${found.moved_amount}` : 'failed never_received');
    expect(wired.simulator.transactions().filter((one) => one.direction === direction)).toHaveLength(
      found ? 1 : 0,
    );
  });

  it.each<FaultKind>([
    'drop_before',
    'drop_after',
    'server_error',
    'unavailable',
    'too_many_requests',
    'malformed',
  ])('that gets no token because of the fault %s reaches no customer', async (kind) => {
    wired = await makeWired();
    const { world, ask, send, truth } = wired;
    const product = direction === 'collect' ? '/collection/token/' : '/disbursement/token/';
    world.faults.next.push({ kind, place: product });
    const request = ask(direction);
    const { outcome } = await send(direction, request);
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'no_token',
      reached_customer: false,
    });
    expect(truth(request.reference)).toBeUndefined();
    // The next request gets a token.
    expect((await send(direction, ask(direction))).outcome.kind).toBe('pending');
  });

  it('with an expired token is sent once more, under the same reference', async () => {
    wired = await makeWired();
    const { world, ask, send, calls, truth } = wired;
    world.faults.next.push({ kind: 'token_expiry', place });
    const request = ask(direction);
    expect((await send(direction, request)).outcome.kind).toBe('pending');
    const sent = calls.filter(({ headers }) => headers?.['x-reference-id'] === request.reference);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.body).toBe(sent[1]?.body);
    expect(truth(request.reference)).toBeDefined();
  });
});
