import { makeIdAt } from '@guichet/kernel/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeCaller } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { plant } from '../../../../test-support/plant.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { listEvents } from './list.ts';
import type { EventPage } from './schemas.ts';
import { makeEventStream } from './stream.ts';

const minute_ms = 60_000;
/** Ten hours ago: the times of this test's events are minutes after it. */
const began_ms = Date.now() - 600 * minute_ms;

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  caller = await makeCaller(ctx);
  await ctx.pool.query('delete from recoveries');
});

const at = (minute: number): Date => new Date(began_ms + minute * minute_ms);

/** Writes an event of a minute. @returns its id */
async function write(minute: number): Promise<string> {
  const id = makeIdAt('event', at(minute));
  await ctx.pool.query(
    `insert into events (merchant_id, mode, id, type, object_id, sequence, body, created_at)
    values ($1, 'test', $2, 'payment.failed', $2, 1, $3, $4)`,
    [caller.merchant_id, id, JSON.stringify({ id, minute }), at(minute)],
  );
  return id;
}

/** Deletes events, as the restore of a backup does. */
const lose = (...ids: readonly string[]) =>
  plant(ctx, `delete from events where id in (${ids.map((id) => `'${id}'`).join(', ')})`);

/** Records a recovery that has been closed. */
const recover = (since: number, until: number) =>
  ctx.pool.query(
    `insert into recoveries (reason, lost_since, began_at, began_by, opened_at, opened_by)
    values ('requested', $1, $2, 'tests', $2, 'tests')`,
    [at(since), at(until)],
  );

/** Reads the feed page by page. @returns the minutes of the events */
async function readAfter(cursor: string, limit = 100): Promise<unknown[]> {
  const minutes: unknown[] = [];
  for (let after: string | null = cursor; after !== null; ) {
    const page: EventPage = JSON.parse(await listEvents(ctx, caller, { after, limit: String(limit) }));
    minutes.push(...page.items.map((item) => (item as unknown as { minute: number }).minute));
    after = page.next_cursor;
  }
  return minutes;
}

describe('a reader whose last event the database has lost', () => {
  it('gets every event that it has not read, and again those of the hour before the lost one', async () => {
    for (const minute of [0, 100, 239, 241]) await write(minute);
    const lost = [await write(290), await write(300)];
    const [, cursor = ''] = lost;
    await lose(...lost);
    await recover(250, 310);
    expect(await readAfter(cursor)).toEqual([241]);
    for (const minute of [320, 400, 500]) await write(minute);
    expect(await readAfter(cursor)).toEqual([241, 320, 400, 500]);
    expect(await readAfter(cursor, 1)).toEqual([241, 320, 400, 500]);
  });

  it('gets them in a stream, too', async () => {
    await write(100);
    const cursor = await write(300);
    await lose(cursor);
    await recover(290, 310);
    await write(320);
    const gone = new AbortController();
    const start = { query: {}, last_event_id: cursor };
    const actor = { ...caller, kind: 'key' } as const;
    const { start_id, events } = await makeEventStream(ctx)(actor, start, gone.signal);
    const { value } = await events[Symbol.asyncIterator]().next();
    gone.abort();
    expect(JSON.parse(value.body)).toMatchObject({ minute: 320 });
    expect(start_id).not.toBe(cursor);
  });

  it('gets them before the recovery has begun, if the timeline of PostgreSQL is another one', async () => {
    const cursor = await write(300);
    await lose(cursor);
    await write(320);
    await expect(readAfter(cursor)).rejects.toMatchObject({ code: 'invalid_fields' });
    await ctx.pool.query(
      `insert into installation (id, system_identifier, timeline, synchronous, seen_at)
      values ('tests', null, 99, false, $1)`,
      [at(310)],
    );
    onTestFinished(async () => void (await ctx.pool.query('delete from installation')));
    expect(await readAfter(cursor)).toEqual([320]);
  });

  it('gets all events if nothing is older, and none if nothing is left', async () => {
    const cursor = await write(300);
    await lose(cursor);
    await recover(290, 310);
    expect(await readAfter(cursor)).toEqual([]);
    for (const minute of [320, 330]) await write(minute);
    expect(await readAfter(cursor)).toEqual([320, 330]);
  });

  it('is found among events whose times are a little out of order', async () => {
    const minutes = Array.from({ length: 40 }, (_, index) => 10 * index + (index % 2 === 0 ? 9 : 0));
    for (const minute of minutes) await write(minute);
    for (const lost_at of [70, 155, 301, 399]) {
      const cursor = makeIdAt('event', at(lost_at));
      await ctx.pool.query('delete from recoveries');
      await recover(lost_at - 5, lost_at + 5);
      const due = minutes.slice(minutes.findIndex((minute) => minute >= lost_at - 60));
      const got = await readAfter(cursor);
      // Events at the edge of the hour may be left out; they are nearly an hour older than the lost one.
      expect(got).toEqual(minutes.slice(minutes.length - got.length));
      expect(Math.abs(got.length - due.length)).toBeLessThanOrEqual(1);
    }
  });
});

describe('an unknown event is refused', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['without a recovery', async () => undefined],
    ['before the period that a recovery has lost', () => recover(420, 500)],
    ['after the period that a recovery has lost', () => recover(100, 200)],
  ])('%s', async (_, prepare) => {
    await write(250);
    await prepare();
    await expect(readAfter(makeIdAt('event', at(300)))).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { after: ['must be the id of an event in this mode'] },
    });
  });

  it('if it is of the other mode of the merchant', async () => {
    const cursor = await write(300);
    await recover(290, 310);
    await expect(listEvents(ctx, { ...caller, mode: 'live' }, { after: cursor })).rejects.toMatchObject({
      code: 'invalid_fields',
    });
  });

  it('if it is not an id of an event', async () => {
    await recover(0, 600);
    for (const after of ['evt_', 'x', makeIdAt('payment', at(300))]) {
      await expect(readAfter(after)).rejects.toMatchObject({ code: 'invalid_fields' });
    }
  });
});
