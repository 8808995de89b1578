import type { Clock } from '@guichet/kernel/clock';
import { type FailureReason, failureReasons } from '@guichet/kernel/outcome';
import { describe, expect, type TestContext, test } from 'vitest';
import type {
  CollectRequest,
  Connector,
  ConnectorAnswer,
  ConnectorDescriptor,
  LookupRequest,
  Notice,
  RawCallback,
} from './contract.ts';

/** What a provider, or its simulator, can be asked to do with a request. */
export type Situation =
  | 'settles at once'
  | 'settles later'
  | 'settles after the session'
  | 'settles without a callback'
  | 'settles with two callbacks'
  | 'settles before the answer'
  | 'settles another amount'
  | 'fails, then settles'
  | 'loses the answer, then settles'
  | 'loses the answer, then fails'
  | 'asks for a code'
  | 'redirects'
  | `fails: ${FailureReason}`;

/** One connector with the provider behind it. Every case gets a fresh one. */
export interface World {
  readonly connector: Connector;
  readonly callback_trust: ConnectorDescriptor<unknown>['callback_trust'];
  /** The provider's clock. */
  readonly clock: Clock;
  /** Codes for the situation `asks for a code`; null where the provider never asks. */
  readonly otp: { readonly right: string; readonly wrong: string } | null;
  /** Callbacks that the provider has sent, oldest first. */
  delivered(): readonly RawCallback[];
  /** A new request that the provider answers that way, or undefined where it never does: the case is skipped. */
  makeRequest(situation: Situation): CollectRequest | undefined;
  /** Lets the provider's time pass; what it sends meanwhile is delivered. */
  advance(duration_ms: number): Promise<void>;
  close(): Promise<void>;
}

/** By then a provider has decided about everything that does not wait for the end of the session. */
const patience_ms = 60_000;

/**
 * The rules that every connector keeps, as tests: run it over a connector and its simulator from that connector's own
 * test file.
 */
export function exerciseOperator(name: string, makeWorld: () => Promise<World>): void {
  const inWorld = (title: string, situation: Situation, run: (play: Play) => Promise<void>): void => {
    test(title, async ({ skip }) => {
      const world = await makeWorld();
      try {
        const request = world.makeRequest(situation) ?? skip(`the provider never "${situation}"`);
        await run(makePlay(world, request, skip));
      } finally {
        await world.close();
      }
    });
  };
  describe(`${name} keeps the connector contract:`, () => {
    exerciseOutcomes(inWorld);
    exerciseUncertainty(inWorld);
    exerciseCallbacks(inWorld);
    exerciseActions(inWorld);
    exerciseRedaction(makeWorld);
  });
}

type Case = (title: string, situation: Situation, run: (play: Play) => Promise<void>) => void;

/** A world with one request in it. */
interface Play extends World {
  readonly request: CollectRequest;
  readonly skip: TestContext['skip'];
  collect(): Promise<ConnectorAnswer>;
  /** Asks as if the answer to `collect` had been lost. */
  lookup(): Promise<ConnectorAnswer>;
  /** Reads every delivered callback; where they are signed, each must be genuine. */
  readNotices(): readonly Notice[];
}

function makePlay(world: World, request: CollectRequest, skip: TestContext['skip']): Play {
  const { connector } = world;
  const asked = lookupOf(request, world.clock.now());
  const signal = new AbortController().signal;
  return {
    ...world,
    request,
    skip,
    collect: () => connector.collect(request, signal),
    lookup: () => connector.lookup(asked, signal),
    readNotices: () =>
      world.delivered().flatMap((raw) => {
        if (world.callback_trust === 'signed') expect(connector.verifyCallback(raw)).toBe(true);
        return connector.readCallback(raw);
      }),
  };
}

/** Asks about a request whose answer was lost: without the provider's own reference. */
export function lookupOf(request: CollectRequest, created_at: Date): LookupRequest {
  const { reference, operator, phone, money } = request;
  return { reference, provider_reference: null, operator, phone, money, created_at };
}

function exerciseOutcomes(inWorld: Case): void {
  inWorld('a success in the answer carries the money', 'settles at once', async (play) => {
    const settled = { kind: 'settled', money: play.request.money };
    expect((await play.collect()).outcome).toEqual(settled);
    expect((await play.lookup()).outcome).toEqual(settled);
  });

  inWorld('a success later is pending until then', 'settles later', async (play) => {
    expect((await play.collect()).outcome).toMatchObject({ kind: 'pending' });
    expect((await play.lookup()).outcome.kind).toBe('pending');
    await play.advance(patience_ms);
    expect((await play.lookup()).outcome).toEqual({ kind: 'settled', money: play.request.money });
  });

  inWorld('a success after the session is found', 'settles after the session', async (play) => {
    await play.collect();
    const left_ms = play.request.session_expires_at.getTime() - play.clock.now().getTime();
    await play.advance(left_ms - 1);
    expect((await play.lookup()).outcome.kind).toBe('pending');
    await play.advance(patience_ms);
    expect((await play.lookup()).outcome.kind).toBe('settled');
  });

  inWorld('an amount that is not the one asked is told as it is', 'settles another amount', async (play) => {
    await play.collect();
    await play.advance(patience_ms);
    const { outcome } = await play.lookup();
    expect(outcome.kind).toBe('settled');
    expect(outcome).not.toMatchObject({ money: play.request.money });
  });

  // A wrong code needs a code: see "asks for a code".
  for (const reason of failureReasons.filter((reason) => reason !== 'wrong_otp')) {
    inWorld(`a definite no: ${reason}`, `fails: ${reason}`, async (play) => {
      await play.collect();
      await play.advance(patience_ms);
      const { outcome } = await play.lookup();
      expect(outcome).toMatchObject({ kind: 'failed', reason });
      expect(outcome).toHaveProperty('operator_code', expect.stringMatching(/./));
    });
  }

  inWorld('a no that becomes a yes is told as it is', 'fails, then settles', async (play) => {
    await play.collect();
    const seen = new Set<string>();
    for (let elapsed_ms = 0; elapsed_ms <= patience_ms; elapsed_ms += 500) {
      seen.add((await play.lookup()).outcome.kind);
      await play.advance(500);
    }
    expect([...seen].slice(-2)).toEqual(['failed', 'settled']);
  });

  inWorld('the same reference twice is one transaction', 'settles later', async (play) => {
    const first = await play.collect();
    const second = await play.collect();
    expect(second.outcome.kind).toBe('pending');
    expect(second.provider_reference ?? first.provider_reference).toBe(first.provider_reference);
    await play.advance(patience_ms);
    expect(play.delivered().length).toBeLessThanOrEqual(1);
    expect((await play.lookup()).outcome.kind).toBe('settled');
  });
}

function exerciseUncertainty(inWorld: Case): void {
  for (const [ending, kind] of [
    ['settles', 'settled'],
    ['fails', 'failed'],
  ] as const) {
    inWorld(
      `a lost answer is unknown; ${kind} on look-up`,
      `loses the answer, then ${ending}`,
      async (play) => {
        expect((await play.collect()).outcome.kind).toBe('unknown');
        await play.advance(patience_ms);
        expect((await play.lookup()).outcome.kind).toBe(kind);
      },
    );
  }

  inWorld('a reference that was just committed is not a failure', 'settles later', async (play) => {
    expect((await play.lookup()).outcome.kind).toBe('unknown');
  });

  inWorld('a call past its deadline decides nothing', 'settles at once', async (play) => {
    const answer = await play.connector.collect(play.request, AbortSignal.abort());
    expect(answer.outcome.kind).toBe('unknown');
  });
}

function exerciseCallbacks(inWorld: Case): void {
  inWorld('a callback says what a look-up says', 'settles later', async (play) => {
    await play.collect();
    await play.advance(patience_ms);
    const { outcome, provider_reference } = await play.lookup();
    const notices = play.readNotices();
    expect(notices).toHaveLength(1);
    for (const notice of notices) {
      expect(notice.reference ?? play.request.reference).toBe(play.request.reference);
      expect(notice.provider_reference ?? provider_reference).toBe(provider_reference);
      if (play.callback_trust === 'signed') expect(notice.outcome).toEqual(outcome);
    }
  });

  inWorld('a callback that comes twice reads the same twice', 'settles with two callbacks', async (play) => {
    await play.collect();
    await play.advance(patience_ms);
    const [first, second, ...more] = play.readNotices();
    expect(first).toBeDefined();
    expect(second).toEqual(first);
    expect(more).toEqual([]);
  });

  inWorld('a callback may be there before the answer', 'settles before the answer', async (play) => {
    await play.collect();
    expect(play.readNotices()).toMatchObject([{ outcome: { kind: 'settled' } }]);
    expect((await play.lookup()).outcome.kind).toBe('settled');
  });

  inWorld('without a callback the look-up is enough', 'settles without a callback', async (play) => {
    await play.collect();
    await play.advance(patience_ms);
    expect(play.delivered()).toEqual([]);
    expect((await play.lookup()).outcome.kind).toBe('settled');
  });

  inWorld('a forged callback is not taken', 'settles later', async (play) => {
    await play.collect();
    await play.advance(patience_ms);
    if (play.callback_trust === 'hint') play.skip('callbacks are hints, and need no proof');
    const [genuine] = play.delivered();
    if (!genuine) throw new Error('the provider sent no callback');
    expect(play.connector.verifyCallback(genuine)).toBe(true);
    const forged = [
      { ...genuine, headers: {} },
      { ...genuine, body: `${genuine.body} ` },
    ];
    expect(forged.map((raw) => play.connector.verifyCallback(raw))).toEqual([false, false]);
  });

  inWorld('a callback that cannot be read says nothing', 'settles later', async (play) => {
    for (const body of ['', '{', '[]', 'null', '{"status":"from the future"}']) {
      expect(play.connector.readCallback({ headers: {}, body })).toEqual([]);
    }
  });
}

function exerciseActions(inWorld: Case): void {
  inWorld('a one-time code: wrong, then right', 'asks for a code', async (play) => {
    if (!play.otp) throw new Error('a provider that asks for a code needs one in its world');
    const { right, wrong } = play.otp;
    const submit = async (otp: string) => {
      const given = { ...lookupOf(play.request, play.clock.now()), otp };
      return (await play.connector.submitOtp?.(given, new AbortController().signal))?.outcome;
    };
    expect((await play.collect()).outcome).toEqual({ kind: 'pending', action: { kind: 'otp' } });
    expect(await submit(wrong)).toEqual({ kind: 'pending', action: { kind: 'otp', problem: 'wrong_otp' } });
    expect(await submit(right)).toEqual({ kind: 'settled', money: play.request.money });
  });

  inWorld("the operator's own page has an address", 'redirects', async (play) => {
    const { outcome } = await play.collect();
    expect(outcome).toMatchObject({ kind: 'pending', action: { kind: 'redirect' } });
    const action = outcome.kind === 'pending' ? outcome.action : null;
    expect(action?.kind === 'redirect' && new URL(action.url).protocol).toMatch(/^https?:$/);
  });
}

function exerciseRedaction(makeWorld: () => Promise<World>): void {
  const situations: Situation[] = [
    'settles at once',
    'settles later',
    'settles another amount',
    'asks for a code',
    'redirects',
    ...failureReasons.map((reason): Situation => `fails: ${reason}`),
  ];
  test('what is kept of an answer holds no phone number and no code', async ({ skip }) => {
    const world = await makeWorld();
    try {
      for (const situation of situations) {
        const request = world.makeRequest(situation);
        if (!request) continue;
        const otp = world.otp?.wrong ?? null;
        const play = makePlay(world, { ...request, otp }, skip);
        const answers = [await play.collect(), await play.lookup()];
        await play.advance(patience_ms);
        const kept = JSON.stringify(
          [...answers, await play.lookup(), ...play.readNotices()].map(({ raw }) => raw),
        );
        // The last eight digits are in every way of writing the number.
        expect(kept).not.toContain(request.phone.slice(-8));
        if (otp !== null) expect(kept).not.toContain(otp);
      }
    } finally {
      await world.close();
    }
  });
}
