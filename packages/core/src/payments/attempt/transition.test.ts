import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import type { AttemptStatus } from '../../platform/database/tables/payments.ts';
import { type Attempt, findAttempt } from './queries.ts';
import { type AttemptEvent, attemptRules, isOpen } from './states.ts';
import { transitionAttempt } from './transition.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

/** The table of design section 5: the new status for each status and event, or null where the event is refused. */
const expected: Readonly<Record<AttemptStatus, Readonly<Record<AttemptEvent, AttemptStatus | null>>>> = {
  created: {
    accepted: 'submitted',
    settled: 'success',
    held: 'held',
    refused: 'failed',
    lost: 'unknown',
    reversed: 'reversed',
  },
  submitted: {
    accepted: null,
    settled: 'success',
    held: 'held',
    refused: 'failed',
    lost: 'unknown',
    reversed: 'reversed',
  },
  unknown: {
    accepted: 'submitted',
    settled: 'success',
    held: 'held',
    refused: 'failed',
    lost: null,
    reversed: 'reversed',
  },
  failed: {
    accepted: null,
    settled: 'success',
    held: 'held',
    refused: null,
    lost: null,
    reversed: 'reversed',
  },
  held: {
    accepted: null,
    settled: 'success',
    held: null,
    refused: 'failed',
    lost: null,
    reversed: 'reversed',
  },
  success: { accepted: null, settled: null, held: null, refused: null, lost: null, reversed: 'reversed' },
  reversed: { accepted: null, settled: 'success', held: null, refused: null, lost: null, reversed: null },
};
const pairs = Object.entries(expected).flatMap(([from, events]) =>
  Object.entries(events).map(([event, to]) => ({
    from: from as AttemptStatus,
    event: event as AttemptEvent,
    to,
  })),
);

/** Makes an attempt in the database with the given status. */
async function makeAttempt(status: AttemptStatus): Promise<Attempt> {
  const { id, merchant_id } = await commitAttempt(ctx, await makeCheckout(ctx, caller));
  await ctx.db
    .updateTable('attempts')
    .set({ status, ...received[status === 'held' ? 'some' : 'none'] })
    .where('id', '=', id)
    .execute();
  const attempt = await findAttempt(ctx.db, merchant_id, id);
  if (!attempt) throw new Error('the attempt is gone');
  return attempt;
}

const received = {
  some: { received_minor: 1n, received_currency: 'XOF' },
  none: {},
};

/** Held money is recorded with the change. */
const factsOf = (event: AttemptEvent) => received[event === 'held' ? 'some' : 'none'];

const at = new Date('2040-03-01T11:00:00Z');

function apply(attempt: Attempt, event: AttemptEvent): Promise<boolean> {
  const facts = { ...factsOf(event), operator_code: 'E42', settled_at: at };
  const raw = { said: 'so' };
  return ctx.db
    .transaction()
    .execute((tx) => transitionAttempt(tx, attempt, { event, via: 'callback', at, raw, facts }));
}

async function look({ merchant_id, id }: Attempt) {
  const row = await findAttempt(ctx.db, merchant_id, id);
  const history = await ctx.db
    .selectFrom('attempt_transitions')
    .selectAll()
    .where('attempt_id', '=', id)
    .execute();
  return { row, history };
}

describe('an attempt', () => {
  it.each(pairs.filter(({ to }) => to !== null))('that is $from: $event makes it $to', async (pair) => {
    const attempt = await makeAttempt(pair.from);
    expect(await apply(attempt, pair.event)).toBe(true);
    const { row, history } = await look(attempt);
    expect(row).toEqual({
      ...attempt,
      ...factsOf(pair.event),
      status: pair.to,
      operator_code: 'E42',
      settled_at: at,
    });
    expect(history).toEqual([
      {
        merchant_id: attempt.merchant_id,
        attempt_id: attempt.id,
        sequence: expect.any(Number),
        from_status: pair.from,
        event: pair.event,
        to_status: pair.to,
        via: 'callback',
        raw: { said: 'so' },
        created_at: at,
      },
    ]);
  });

  it.each(pairs.filter(({ to }) => to === null))(
    'that is $from: $event is refused and changes nothing',
    async ({ from, event }) => {
      const attempt = await makeAttempt(from);
      expect(await apply(attempt, event)).toBe(false);
      expect(await look(attempt)).toEqual({ row: attempt, history: [] });
    },
  );

  it('that another transaction has changed since it was read is not overwritten', async () => {
    const attempt = await makeAttempt('created');
    await ctx.db.updateTable('attempts').set({ status: 'success' }).where('id', '=', attempt.id).execute();
    expect(await apply(attempt, 'refused')).toBe(false);
    expect(await look(attempt)).toEqual({ row: { ...attempt, status: 'success' }, history: [] });
  });
});

describe('the table of attempt transitions', () => {
  it('matches the expected table, without repeated pairs', () => {
    const walked = pairs.filter(({ to }) => to !== null);
    const byName = (rule: { from: string; event: string }): string => `${rule.from} ${rule.event}`;
    expect(attemptRules.map(byName).toSorted()).toEqual(walked.map(byName).toSorted());
  });

  it('treats as open the statuses in which an operator may still take money', () => {
    const statuses = Object.keys(expected) as AttemptStatus[];
    expect(statuses.filter(isOpen)).toEqual(['created', 'submitted', 'unknown']);
  });
});
