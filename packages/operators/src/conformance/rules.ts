import { failureReasons } from '@guichet/kernel/outcome';
import { expect } from 'vitest';
import { type Case, patience_ms } from './play.ts';

/** Tests of every request that moves money, in any direction. */
export function exerciseMoney(inWorld: Case): void {
  exerciseOutcomes(inWorld);
  exerciseRepetition(inWorld);
  exerciseUncertainty(inWorld);
  exerciseCallbacks(inWorld);
  exerciseReversals(inWorld);
}

/**
 * Tests that a success that the provider reverses is reported as `reversed`, with its whole amount or without an
 * amount.
 */
function exerciseReversals(inWorld: Case): void {
  inWorld('a success that is reversed later is reported as reversed', 'settles later', async (play) => {
    await play.send();
    await play.advance(patience_ms);
    expect((await play.lookup()).outcome).toMatchObject({ kind: 'settled' });
    const notices_before = (await play.readNotices()).length;
    const declared_h = play.reversible_for_h?.[play.direction];
    if (!(await play.reverse?.(play.direction, play.request.reference))) {
      // If the provider declares that successes may be reversed, its simulator must be able to reverse one;
      // otherwise nothing tests the declaration.
      expect(declared_h).toBeUndefined();
      play.skip('its successes are final');
    }
    await play.advance(patience_ms);
    const expected = { kind: 'reversed', operator_code: expect.stringMatching(/./) };
    const { outcome } = await play.lookup();
    expect(outcome).toMatchObject(expected);
    if (outcome.kind === 'reversed' && outcome.money) expect(outcome.money).toEqual(play.request.money);
    for (const { outcome: told } of (await play.readNotices()).slice(notices_before)) {
      if (play.callback_trust === 'signed') expect(told).toMatchObject(expected);
    }
  });
}

function exerciseOutcomes(inWorld: Case): void {
  inWorld('a success in the response has the amount', 'settles at once', async (play) => {
    const settled = { kind: 'settled', money: play.request.money };
    expect((await play.send()).outcome).toEqual(settled);
    expect((await play.lookup()).outcome).toEqual(settled);
  });

  inWorld('a later success is pending until then', 'settles later', async (play) => {
    expect((await play.send()).outcome).toMatchObject({ kind: 'pending' });
    expect((await play.lookup()).outcome.kind).toBe('pending');
    await play.advance(patience_ms);
    expect((await play.lookup()).outcome).toEqual({ kind: 'settled', money: play.request.money });
  });

  inWorld(
    'an amount other than the requested one is reported as it is',
    'settles another amount',
    async (play) => {
      await play.send();
      await play.advance(patience_ms);
      const { outcome } = await play.lookup();
      expect(outcome.kind).toBe('settled');
      expect(outcome).not.toMatchObject({ money: play.request.money });
    },
  );

  // A code can be wrong only where one is asked for: see "asks for a code".
  for (const reason of failureReasons.filter((reason) => reason !== 'wrong_otp')) {
    inWorld(`a definite refusal: ${reason}`, `fails: ${reason}`, async (play) => {
      await play.send();
      await play.advance(patience_ms);
      const { outcome } = await play.lookup();
      expect(outcome).toMatchObject({ kind: 'failed', reason });
      expect(outcome).toHaveProperty('operator_code', expect.stringMatching(/./));
    });
  }

  inWorld('a refusal that becomes a success is reported as it is', 'fails, then settles', async (play) => {
    await play.send();
    const seen = new Set<string>();
    for (let elapsed_ms = 0; elapsed_ms <= patience_ms; elapsed_ms += 500) {
      seen.add((await play.lookup()).outcome.kind);
      await play.advance(500);
    }
    expect([...seen].slice(-2)).toEqual(['failed', 'settled']);
  });
}

/**
 * Tests that a lost request can be repeated under the same reference: if the provider responds that the reference
 * was already used, that is not a refusal.
 */
function exerciseRepetition(inWorldAlways: Case): void {
  const inWorld: Case = (title, situation, run) =>
    inWorldAlways(title, situation, (play) =>
      play.keyless?.includes(play.direction)
        ? play.skip('the provider accepts no idempotency key for it')
        : run(play),
    );

  inWorld('the same reference twice is one transaction', 'settles later', async (play) => {
    const first = await play.send();
    const second = await play.send();
    expect(second.outcome.kind).toBe('pending');
    expect(second.provider_reference ?? first.provider_reference).toBe(first.provider_reference);
    await play.advance(patience_ms);
    expect(play.delivered().length).toBeLessThanOrEqual(1);
    expect((await play.lookup()).outcome.kind).toBe('settled');
  });

  inWorld('the same reference after its success is not a failure', 'settles later', async (play) => {
    await play.send();
    await play.advance(patience_ms);
    expect((await play.send()).outcome.kind).not.toBe('failed');
    await play.advance(patience_ms);
    expect((await play.lookup()).outcome).toEqual({ kind: 'settled', money: play.request.money });
  });

  inWorld(
    'the same reference with a different amount remains the first request',
    'settles later',
    async (play) => {
      await play.send();
      await play.advance(patience_ms);
      const { outcome } = await play.sendAnother();
      expect(outcome.kind).not.toBe('failed');
      if (outcome.kind === 'settled') expect(outcome.money).toEqual(play.request.money);
      await play.advance(patience_ms);
      expect((await play.lookup()).outcome).toEqual({ kind: 'settled', money: play.request.money });
    },
  );
}

function exerciseUncertainty(inWorld: Case): void {
  for (const [ending, kind] of [
    ['settles', 'settled'],
    ['fails', 'failed'],
  ] as const) {
    inWorld(
      `a lost response is unknown; ${kind} on inquiry`,
      `loses the answer, then ${ending}`,
      async (play) => {
        expect((await play.send()).outcome.kind).toBe('unknown');
        await play.advance(patience_ms);
        expect((await play.lookup()).outcome.kind).toBe(kind);
      },
    );
  }

  inWorld('a reference that was just committed is not a failure', 'settles later', async (play) => {
    expect((await play.lookup()).outcome.kind).toBe('unknown');
  });

  inWorld(
    'a reference that is not recorded as sent is not a failure, however old it is',
    'settles later',
    async (play) => {
      const created_at = new Date(play.clock.now().getTime() - 72 * 60 * 60_000);
      expect((await play.lookup({ created_at, is_unsent: true })).outcome.kind).toBe('unknown');
    },
  );

  inWorld(
    'a call past its deadline is unknown, or a failure that did not reach the customer',
    'settles later',
    async (play) => {
      const { outcome } = await play.send(AbortSignal.abort());
      if (outcome.kind === 'failed') expect(outcome.reached_customer).toBe(false);
      else expect(outcome.kind).toBe('unknown');
    },
  );
}

function exerciseCallbacks(inWorldAlways: Case): void {
  const inWorld: Case = (title, situation, run) =>
    inWorldAlways(title, situation, (play) =>
      play.silent?.includes(play.direction) ? play.skip('the provider sends no callbacks for it') : run(play),
    );

  inWorld('a callback reports the same as an inquiry', 'settles later', async (play) => {
    await play.send();
    await play.advance(patience_ms);
    const { outcome, provider_reference } = await play.lookup();
    const notices = await play.readNotices();
    expect(notices).toHaveLength(1);
    for (const notice of notices) {
      expect(notice.reference ?? play.request.reference).toBe(play.request.reference);
      expect(notice.provider_reference ?? provider_reference).toBe(provider_reference);
      if (play.callback_trust === 'signed') expect(notice.outcome).toEqual(outcome);
    }
  });

  inWorld(
    'a callback that arrives twice reads the same both times',
    'settles with two callbacks',
    async (play) => {
      await play.send();
      await play.advance(patience_ms);
      const [first, second, ...more] = await play.readNotices();
      expect(first).toBeDefined();
      expect(second).toEqual(first);
      expect(more).toEqual([]);
    },
  );

  inWorld('a callback may arrive before the response', 'settles before the answer', async (play) => {
    await play.send();
    expect(await play.readNotices()).toMatchObject([{ outcome: { kind: 'settled' } }]);
    expect((await play.lookup()).outcome.kind).toBe('settled');
  });

  inWorldAlways('without a callback the inquiry is enough', 'settles without a callback', async (play) => {
    await play.send();
    await play.advance(patience_ms);
    expect(play.delivered()).toEqual([]);
    expect((await play.lookup()).outcome.kind).toBe('settled');
  });

  inWorld('a forged callback is rejected', 'settles later', async (play) => {
    await play.send();
    await play.advance(patience_ms);
    if (play.callback_trust === 'hint') play.skip('callbacks are hints, and need no proof');
    const [genuine] = play.delivered();
    if (!genuine) throw new Error('the provider sent no callback');
    expect(await play.connector.verifyCallback(genuine)).toBe(true);
    const forged = [
      { ...genuine, headers: {} },
      { ...genuine, body: `${genuine.body} ` },
    ];
    for (const raw of forged) expect(await play.connector.verifyCallback(raw)).toBe(false);
  });

  inWorldAlways('an unreadable callback is ignored', 'settles later', async (play) => {
    for (const body of ['', '{', '[]', 'null', '{"status":"from the future"}']) {
      expect(play.connector.readCallback({ headers: {}, body })).toEqual([]);
    }
  });
}
