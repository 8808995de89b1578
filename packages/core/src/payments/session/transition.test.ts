import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import type { SessionStatus } from '../../platform/database/tables/payments.ts';
import { requireSession } from './find.ts';
import { getSession, type Session } from './queries.ts';
import { type SessionEvent, sessionRules } from './states.ts';
import { transitionSession } from './transition.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

/**
 * The new status for each status and event, or null where the event is refused: a session that has ended does
 * not change.
 */
const expected: Readonly<Record<SessionStatus, Readonly<Record<SessionEvent, SessionStatus | null>>>> = {
  active: { payment_succeeded: 'completed', customer_cancelled: 'cancelled', time_passed: 'expired' },
  completed: { payment_succeeded: null, customer_cancelled: null, time_passed: null },
  cancelled: { payment_succeeded: null, customer_cancelled: null, time_passed: null },
  expired: { payment_succeeded: null, customer_cancelled: null, time_passed: null },
};
const pairs = Object.entries(expected).flatMap(([from, events]) =>
  Object.entries(events).map(([event, to]) => ({
    from: from as SessionStatus,
    event: event as SessionEvent,
    to,
  })),
);

const at = new Date('2040-03-01T10:20:00Z');

async function makeSession(status: SessionStatus): Promise<Session> {
  const { token: handle, merchant_id } = await requireSession(ctx, (await makeCheckout(ctx, caller)).token);
  await ctx.db
    .updateTable('checkout_sessions')
    .set({ status, ended_at: status === 'active' ? null : at })
    .where('token', '=', handle)
    .execute();
  return getSession(ctx.db, merchant_id, handle);
}

const apply = (session: Session, event: SessionEvent): Promise<Session | undefined> =>
  ctx.db.transaction().execute((tx) => transitionSession(tx, session, event, at));
const look = (session: Session): Promise<Session> => getSession(ctx.db, session.merchant_id, session.token);

describe('a session', () => {
  it.each(pairs.filter(({ to }) => to !== null))('changes from $from to $to on $event', async (pair) => {
    const session = await makeSession(pair.from);
    const changed = { ...session, status: pair.to, ended_at: at };
    expect(await apply(session, pair.event)).toEqual(changed);
    expect(await look(session)).toEqual(changed);
  });

  it.each(pairs.filter(({ to }) => to === null))(
    'that is $from refuses $event and does not change',
    async ({ from, event }) => {
      const session = await makeSession(from);
      expect(await apply(session, event)).toBeUndefined();
      expect(await look(session)).toEqual(session);
    },
  );

  it('is not overwritten if another transaction has changed it since it was read', async () => {
    const session = await makeSession('active');
    const completed = await apply(session, 'payment_succeeded');
    expect(completed).toEqual({ ...session, status: 'completed', ended_at: at });
    expect(await apply(session, 'time_passed')).toBeUndefined();
    expect(await look(session)).toEqual(completed);
  });
});

describe('the session rules', () => {
  it('match the expected transitions above, without repeated pairs', () => {
    const walked = pairs.filter(({ to }) => to !== null);
    const byName = (rule: { from: string; event: string }): string => `${rule.from} ${rule.event}`;
    expect(sessionRules.map(byName).toSorted()).toEqual(walked.map(byName).toSorted());
  });
});
