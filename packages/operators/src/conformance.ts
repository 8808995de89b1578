import { failureReasons } from '@guichet/kernel/outcome';
import { describe, expect, test } from 'vitest';
import {
  type Case,
  casesOf,
  lookupOf,
  type MakeOrder,
  makePlay,
  type Order,
  patience_ms,
} from './conformance/play.ts';
import { exerciseMoney } from './conformance/rules.ts';
import type { Extent, Situation, World } from './conformance/world.ts';

type Collection = Extract<Order, { direction: 'collect' }>;
type Payout = Extract<Order, { direction: 'payout' }>;
type Refund = Extract<Order, { direction: 'refund' }>;

/**
 * The rules of the connector contract, as tests: run them with a connector and its simulator from that
 * connector's own test file.
 */
export function exerciseOperator(name: string, makeWorld: () => Promise<World>): void {
  describe(`${name} keeps the connector contract:`, () => {
    describe('collecting', () => {
      const inWorld = casesOf(makeWorld, makeCollection);
      exerciseMoney(inWorld);
      exerciseActions(inWorld);
      exerciseRedaction(makeWorld, makeCollection);
    });
    describe('paying out', () => {
      const inWorld = casesOf(makeWorld, makePayout);
      exerciseMoney(inWorld);
      exerciseAbility(makeWorld, ({ makePayout, connector }) => [makePayout, connector.payout]);
      exerciseQuiet(inWorld);
      exerciseRedaction(makeWorld, makePayout);
    });
    describe('refunding', () => {
      const inWorld = casesOf(makeWorld, makeRefund('full'));
      exerciseMoney(inWorld);
      exerciseAbility(makeWorld, ({ makeRefund, connector }) => [makeRefund, connector.refund]);
      exerciseQuiet(inWorld);
      exerciseExtents(makeWorld);
      exerciseRedaction(makeWorld, makeRefund('full'));
    });
  });
}

function makeCollection(world: World, situation: Situation): Collection | undefined {
  const request = world.makeRequest(situation);
  return request && { direction: 'collect', request };
}

function makePayout(world: World, situation: Situation): Payout | undefined {
  const request = world.makePayout?.(situation);
  return request && { direction: 'payout', request };
}

const makeRefund =
  (extent: Extent) =>
  async (world: World, situation: Situation): Promise<Refund | undefined> => {
    const request = await world.makeRefund?.(situation, extent);
    return request && { direction: 'refund', request };
  };

/** Adds tests of collections only: a session that ends, and customer actions. */
function exerciseActions(inWorld: Case<Collection>): void {
  inWorld('an inquiry finds a success after the session', 'settles after the session', async (play) => {
    await play.send();
    const left_ms = play.request.session_expires_at.getTime() - play.clock.now().getTime();
    await play.advance(left_ms - 1);
    expect((await play.lookup()).outcome.kind).toBe('pending');
    await play.advance(patience_ms);
    expect((await play.lookup()).outcome.kind).toBe('settled');
  });

  inWorld('a one-time code: wrong, then right', 'asks for a code', async (play) => {
    if (!play.otp) throw new Error('a provider that asks for a code needs one in its world');
    const { right, wrong } = play.otp;
    const submit = async (otp: string) => {
      const given = { ...lookupOf(play.request, play.clock.now()), otp };
      return (await play.connector.submitOtp?.(given, new AbortController().signal))?.outcome;
    };
    const { outcome } = await play.send();
    expect(outcome).toMatchObject({ kind: 'pending', action: { kind: 'otp' } });
    expect(JSON.stringify(outcome)).not.toContain('wrong');
    expect(await submit(wrong)).toMatchObject({
      kind: 'pending',
      action: { kind: 'otp', problem: 'wrong_otp' },
    });
    if (JSON.stringify(outcome).includes('can_resend')) {
      const again = lookupOf(play.request, play.clock.now());
      const resent = await play.connector.resendOtp?.(again, new AbortController().signal);
      expect(resent?.outcome).toMatchObject({ kind: 'pending', action: { kind: 'otp', can_resend: true } });
    }
    expect(await submit(right)).toEqual({ kind: 'settled', money: play.request.money });
  });

  inWorld("the operator's own page has an address", 'redirects', async (play) => {
    const { outcome } = await play.send();
    expect(outcome).toMatchObject({ kind: 'pending', action: { kind: 'redirect' } });
    const action = outcome.kind === 'pending' ? outcome.action : null;
    expect(action?.kind === 'redirect' && new URL(action.url).protocol).toMatch(/^https?:$/);
  });
}

/** Tests that the connector and its world either both have an ability or both lack it. */
function exerciseAbility(
  makeWorld: () => Promise<World>,
  read: (world: World) => readonly [inWorld: unknown, ability: unknown],
): void {
  test('the connector has the ability if and only if its world has it', async () => {
    const world = await makeWorld();
    const [inWorld, ability] = read(world).map((one) => typeof one === 'function');
    expect(inWorld).toBe(ability);
    await world.close();
  });
}

/** Tests that payouts and refunds require no customer action. */
function exerciseQuiet(inWorld: Case): void {
  inWorld('no customer action is required', 'settles later', async (play) => {
    const pending = { kind: 'pending', action: null };
    expect((await play.send()).outcome).toEqual(pending);
    expect((await play.lookup()).outcome).toMatchObject(pending);
  });
}

/** Tests refunds of a whole collection, and of a part if the provider has partial refunds. */
function exerciseExtents(makeWorld: () => Promise<World>): void {
  for (const extent of ['full', 'partial'] as const) {
    const inWorld: Case<Refund> = casesOf(makeWorld, makeRefund(extent));
    inWorld(`a ${extent} refund returns the requested amount`, 'settles later', async (play) => {
      const { money, collection } = play.request;
      expect(money.currency).toBe(collection.money.currency);
      const isAll = money.amount_minor === collection.money.amount_minor;
      expect(isAll ? 'full' : 'partial').toBe(extent);
      await play.send();
      await play.advance(patience_ms);
      expect((await play.lookup()).outcome).toEqual({ kind: 'settled', money });
    });
  }
}

const kept_situations: readonly Situation[] = [
  'settles at once',
  'settles later',
  'settles another amount',
  'asks for a code',
  'redirects',
  ...failureReasons.map((reason): Situation => `fails: ${reason}`),
];

function exerciseRedaction(makeWorld: () => Promise<World>, makeOrder: MakeOrder): void {
  test('a stored response contains no phone number, name or code', async ({ skip }) => {
    const world = await makeWorld();
    try {
      for (const situation of kept_situations) {
        const order = await makeOrder(world, situation);
        if (!order) continue;
        const otp = world.otp?.wrong ?? null;
        const play = makePlay(world, withCode(order, otp), skip);
        const answers = [await play.send(), await play.lookup()];
        await play.advance(patience_ms);
        const kept = JSON.stringify(
          [...answers, await play.lookup(), ...(await play.readNotices())].map(({ raw }) => raw),
        );
        for (const secret of secretsOf(order, otp)) expect(kept).not.toContain(secret);
      }
    } finally {
      await world.close();
    }
  });
}

function withCode(order: Order, otp: string | null): Order {
  return order.direction === 'collect' ? { ...order, request: { ...order.request, otp } } : order;
}

function secretsOf(order: Order, otp: string | null): readonly string[] {
  // The last eight digits occur in every notation of the number.
  const secrets = [order.request.phone.slice(-8)];
  if (order.direction === 'collect' && otp !== null) secrets.push(otp);
  if (order.direction === 'payout') {
    const { first_name, last_name } = order.request;
    secrets.push(...[first_name, last_name].filter((name) => name !== null));
  }
  return secrets;
}
