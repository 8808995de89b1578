import { randomInt } from 'node:crypto';
import { AppError } from '@guichet/kernel/errors';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../test-support/jobs.ts';
import { untilWaiting } from '../../../../test-support/locks.ts';
import { startReceiver } from '../../../../test-support/receiver.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import type { Connection } from '../platform/database/connect.ts';
import { emitEvent } from './emit.ts';
import { listEvents } from './list.ts';
import { EventPage } from './schemas.ts';
import { createEndpoint } from './webhooks/endpoints/create.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  caller = await makeCaller(ctx);
  await dropJobs(ctx);
});

/** Emits an event about the object with this id, within a transaction. */
const emitWithin = (tx: Connection, object_id: string, by: Caller = caller) =>
  emitEvent(tx, {
    merchant_id: by.merchant_id,
    mode: by.mode,
    type: 'payment.failed',
    object_id,
    data: { id: object_id },
    at: start,
  });
const emit = (object_id: string, by?: Caller) =>
  ctx.db.transaction().execute((tx) => emitWithin(tx, object_id, by));

/** Writes an event in a transaction that stays open until the test commits it or rolls it back. */
async function hold(object_id: string, by?: Caller) {
  const tx = await ctx.db.startTransaction().execute();
  await emitWithin(tx, object_id, by);
  // A failing test must not leave its connection open.
  onTestFinished(async () => {
    if (!tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute();
  });
  return { commit: () => tx.commit().execute(), rollback: () => tx.rollback().execute() };
}

/** Returns the ids of the objects on a page. */
const namesOf = (page: EventPage) => page.items.map(({ data }) => data.id);
const list = async (query: Record<string, unknown> = {}, by: Caller = caller): Promise<EventPage> =>
  JSON.parse(await listEvents(ctx, by, query));

/** Reads the whole feed page by page, each time after the last event received. */
async function pull(limit: string, between?: (page: number) => Promise<unknown>): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let after: string | undefined;
  for (;;) {
    const page: EventPage = await list(after === undefined ? { limit } : { limit, after });
    if (page.items.length === 0) return pages;
    pages.push(namesOf(page));
    after = page.items.at(-1)?.id;
    await between?.(pages.length);
  }
}

describe('the feed of events', () => {
  it('is empty at first', async () => {
    expect(await list()).toEqual({ items: [], next_cursor: null });
  });

  it('lists the oldest event first, and continues after a given one', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await emit(name);
    const first = await list({ limit: '2' });
    expect(namesOf(first)).toEqual(['a', 'b']);
    expect(first.next_cursor).toBe(first.items[1]?.id);
    const second = await list({ limit: '2', after: first.next_cursor ?? '' });
    expect(namesOf(second)).toEqual(['c', 'd']);
    const last = await list({ limit: '2', after: second.next_cursor ?? '' });
    expect(namesOf(last)).toEqual(['e']);
    expect(last.next_cursor).toBeNull();
    expect(await list({ after: last.items[0]?.id })).toEqual({ items: [], next_cursor: null });
  });

  it('has pages of 25 by default', async () => {
    for (let index = 0; index < 30; index++) await emit(`pay_${index}`);
    expect((await list()).items).toHaveLength(25);
  });

  it('shows each event exactly as it is sent', async () => {
    const receiver = await startReceiver();
    try {
      await createEndpoint(ctx, commandOf(caller.merchant_id, 'test'), { url: receiver.url });
      const metadata = { z: 1, a: { '10': 'ten', '9': [null, 1.5, 'é😀\n'] } };
      const checkout = await makeCheckout(ctx, caller, { metadata, customer_email: 'ama@shop.example' });
      await chooseAndPay(ctx, checkout, '01');
      await chooseAndPay(ctx, checkout, '00');
      await advance(ctx, 1_000);
      const page = await list();
      expect(page.items.map(({ event, sequence }) => `${sequence} ${event}`)).toEqual([
        '1 payment.failed',
        '2 payment.successful',
      ]);
      const sent = receiver.requests.map(({ body }) => body);
      expect(await listEvents(ctx, caller, {})).toBe(JSON.stringify(page));
      expect(page.items.map((item) => JSON.stringify(item)).toSorted()).toEqual(sent.toSorted());
      expect(Compile(EventPage).Check(page)).toBe(true);
    } finally {
      await receiver.close();
    }
  });

  it('never shows events of a different merchant or mode, and refuses to continue after one', async () => {
    const live: Caller = { ...caller, mode: 'live' };
    const other = await makeCaller(ctx);
    await emit('theirs', other);
    await emit('live', live);
    await emit('own');
    expect(namesOf(await list())).toEqual(['own']);
    expect(namesOf(await list({}, live))).toEqual(['live']);
    for (const by of [live, other]) {
      const [event] = (await list({}, by)).items;
      await expect(list({ after: event?.id })).rejects.toMatchObject({
        code: 'invalid_fields',
        fields: { after: ['must be the id of an event in this mode'] },
      });
    }
  });

  it.each<[Record<string, unknown>, string]>([
    [{ after: 'evt_01JD0Z5T8QABCDEFGHJKMNPQRS' }, 'after'],
    [{ after: '' }, 'after'],
    [{ after: "'" }, 'after'],
    [{ after: 'x\u0000' }, 'after'],
    [{ after: ['a', 'b'] }, 'after'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ cursor: 'a' }, 'cursor'],
  ])('refuses the query %j', async (query, field) => {
    await emit('own');
    await expect(list(query)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { [field]: [expect.any(String)] },
    });
  });
});

describe('while events are being written', () => {
  it.each<['commit' | 'rollback', unknown[]]>([
    ['commit', ['early', 'late']],
    ['rollback', ['late']],
  ])(
    'a later event is not shown before an earlier one whose transaction ends with %s',
    async (end, expected) => {
      const early = await hold('early');
      await emit('late');
      const asked = list();
      await untilWaiting(ctx.database, 1, 'pg_advisory_xact_lock(');
      await early[end]();
      expect(namesOf(await asked)).toEqual(expected);
    },
  );

  it('a reader waits for five seconds at most, and is then asked to retry', async () => {
    const early = await hold('early');
    await emit('late');
    const refusal = await list().then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'unavailable', status: 503, retry_after_s: 1 });
    await early.commit();
    expect(namesOf(await list())).toEqual(['early', 'late']);
  });

  it('a waiting reader repeatedly lets others write', async () => {
    const early = await hold('early');
    await emit('late');
    const asked = list();
    for (let round = 1; round <= 2; round++) {
      await untilWaiting(ctx.database, 1, 'pg_advisory_xact_lock(');
      await emit(`behind ${round}`);
    }
    await early.commit();
    expect(namesOf(await asked)).toEqual(['early', 'late', 'behind 1', 'behind 2']);
  });

  it('a reader who is up to date does not wait', async () => {
    await emit('known');
    const [known] = (await list()).items;
    const early = await hold('early');
    expect(await list({ after: known?.id })).toEqual({ items: [], next_cursor: null });
    await early.commit();
    expect(namesOf(await list({ after: known?.id }))).toEqual(['early']);
  });

  it('a reader does not wait for another merchant or mode', async () => {
    const held = [
      await hold('live', { ...caller, mode: 'live' }),
      await hold('theirs', await makeCaller(ctx)),
    ];
    await emit('own');
    expect(namesOf(await list())).toEqual(['own']);
    for (const writer of held) await writer.rollback();
  });

  it('a reader does not wait for events that were settled within the last second', async () => {
    for (const name of ['a', 'b', 'c']) await emit(name);
    expect(namesOf(await list())).toEqual(['a', 'b', 'c']);
    const early = await hold('early');
    expect(namesOf(await list({ limit: '2' }))).toEqual(['a', 'b']);
    await advance(ctx, 1_000);
    const asked = list({ limit: '2' });
    await untilWaiting(ctx.database, 1, 'pg_advisory_xact_lock(');
    await early.commit();
    expect(namesOf(await asked)).toEqual(['a', 'b']);
  });

  it('concurrent readers wait together, each for everything written before its request', async () => {
    const early = await hold('early');
    await emit('late');
    const asked = [list(), list({ limit: '1' }), list()];
    await untilWaiting(ctx.database, 1, 'pg_advisory_xact_lock(');
    const other = await makeCaller(ctx);
    await emit('theirs', other);
    // This request does not queue behind the waiting readers.
    expect(namesOf(await list({}, other))).toEqual(['theirs']);
    await early.commit();
    const both = ['early', 'late'];
    expect((await Promise.all(asked)).map(namesOf)).toEqual([both, ['early'], both]);
  });

  it('writers do not wait for each other', async () => {
    const first = await hold('first');
    const second = await hold('second');
    await second.commit();
    await first.commit();
    expect(namesOf(await list())).toEqual(['first', 'second']);
  });

  it('a continuous reader misses no event and gets none twice', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `pay_${index}`);
    let isWriting = true;
    const writer = async (own: readonly string[]): Promise<void> => {
      for (const name of own) {
        await ctx.db.transaction().execute(async (tx) => {
          await emitWithin(tx, name);
          // Positions are assigned, then committed after a random delay.
          await ctx.pool.query('select pg_sleep($1)', [randomInt(10) / 1000]);
        });
      }
    };
    const writers = Promise.all(
      [0, 1, 2, 3].map((own) => writer(names.filter((_, index) => index % 4 === own))),
    );
    const seen: unknown[] = [];
    let after: string | undefined;
    const pulled = (async () => {
      for (;;) {
        const isLast = !isWriting;
        const page = await list({ limit: '7', ...(after !== undefined && { after }) });
        seen.push(...namesOf(page));
        after = page.items.at(-1)?.id ?? after;
        if (isLast && page.items.length === 0) return;
      }
    })();
    await writers;
    isWriting = false;
    await pulled;
    expect(seen.toSorted()).toEqual(names.toSorted());
  });

  it('each page continues after the previous one', async () => {
    for (const name of ['a', 'b', 'c']) await emit(name);
    const pages = await pull('2', async (page) => page < 3 && emit(`new ${page}`));
    expect(pages).toEqual([['a', 'b'], ['c', 'new 1'], ['new 2']]);
  });
});
