import { randomInt } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { makeCaller } from '../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../test-support/context.ts';
import { untilWaiting } from '../../../../test-support/locks.ts';
import { plant } from '../../../../test-support/plant.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { createKey } from '../accounts/api-keys/create.ts';
import { revokeKey } from '../accounts/api-keys/revoke.ts';
import type { Connection } from '../platform/database/connect.ts';
import type { Schema } from '../platform/database/schema.ts';
import { emitEvent } from './emit.ts';
import type { Event } from './queries.ts';
import { makeEventStream, type StreamEvents } from './stream.ts';

let ctx: TestContext;
let caller: Caller & { key: string };
let stream: StreamEvents;
let gone: AbortController;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  caller = await makeCaller(ctx);
  stream = makeEventStream(ctx);
  gone = new AbortController();
});
afterEach(() => gone.abort());

const emitWithin = (tx: Connection, object_id: string, by: Caller = caller) =>
  emitEvent(tx, {
    merchant_id: by.merchant_id,
    mode: by.mode,
    type: 'payment.failed',
    object_id,
    data: { id: object_id },
    at: start,
  });
const emit = (object_id: string, by?: Caller): Promise<string> =>
  ctx.db.transaction().execute((tx) => emitWithin(tx, object_id, by));

async function open(
  query: Record<string, unknown> = {},
  options: { by?: Caller; from?: StreamEvents; last_event_id?: string } = {},
): Promise<AsyncIterator<Event>> {
  const { by = caller, from = stream, last_event_id = null } = options;
  const { events } = await from(by, { query, last_event_id }, gone.signal);
  return events[Symbol.asyncIterator]();
}

/** Returns the ids of the objects of the next events; null past the end. */
async function take(events: AsyncIterator<Event>, count: number): Promise<(string | null)[]> {
  const names: (string | null)[] = [];
  while (names.length < count) {
    const step = await events.next();
    names.push(step.done ? null : step.value.object_id);
  }
  return names;
}

describe('a stream of events', () => {
  it('starts with events from now on, each with its signed body', async () => {
    await emit('before');
    const events = await open();
    const id = await emit('after');
    const { value } = await events.next();
    const body = JSON.parse(value.body);
    expect([value.id, value.type, body.id, body.data]).toEqual([id, 'payment.failed', id, { id: 'after' }]);
  });

  it.each<[string, number]>([
    ['few', 3],
    ['more than is kept in memory', 120],
  ])('starts after a given event: %s', async (_, count) => {
    const first = await emit('first');
    const names = Array.from({ length: count }, (_, index) => `pay_${index}`);
    for (const name of names) await emit(name);
    const events = await open({ after: first });
    expect(await take(events, count)).toEqual(names);
    await emit('now');
    expect(await take(events, 1)).toEqual(['now']);
  });

  it('starts after the client’s Last-Event-ID, regardless of its query', async () => {
    const [first, second] = [await emit('first'), await emit('second')];
    await emit('third');
    const events = await open({ after: first }, { last_event_id: second });
    expect(await take(events, 1)).toEqual(['third']);
  });

  it.each<[string, string[]]>([
    ['without earlier events', []],
    ['with earlier events', ['before', 'then']],
  ])(
    'reports where it starts, so that a client that disconnects before the first event misses none: %s',
    async (_, before) => {
      for (const name of before) await emit(name);
      const { start_id } = await stream(caller, { query: {}, last_event_id: null }, AbortSignal.abort());
      await emit('meanwhile');
      const events = await open({}, { last_event_id: start_id });
      expect(await take(events, 1)).toEqual(['meanwhile']);
    },
  );

  it('starts with the first event on request', async () => {
    await emit('first');
    expect(await take(await open({ after: 'beginning' }), 1)).toEqual(['first']);
  });

  it('shows one merchant and mode only', async () => {
    const live: Caller = { ...caller, mode: 'live' };
    const other = await makeCaller(ctx);
    const events = await open();
    await emit('theirs', other);
    await emit('live', live);
    await emit('own');
    expect(await take(events, 1)).toEqual(['own']);
  });

  it('serves every client, each from its own position', async () => {
    const first = await emit('first');
    await emit('second');
    const all = [await open({ after: first }), await open(), await open()];
    await emit('third');
    expect(await Promise.all(all.map((events, at) => take(events, at === 0 ? 2 : 1)))).toEqual([
      ['second', 'third'],
      ['third'],
      ['third'],
    ]);
  });

  it('waits for an event that is being written, and shows it first', async () => {
    const events = await open();
    const tx = await ctx.db.startTransaction().execute();
    await emitWithin(tx, 'early');
    await emit('late');
    const two = take(events, 2);
    const other = await makeCaller(ctx);
    const theirs = await open({}, { by: other });
    await emit('theirs', other);
    // Streams of other feeds do not wait for the event.
    expect(await take(theirs, 1)).toEqual(['theirs']);
    await tx.commit().execute();
    expect(await two).toEqual(['early', 'late']);
  });

  it('that starts after an event first waits for an earlier event that is still being written', async () => {
    const before = await emit('before');
    const tx = await ctx.db.startTransaction().execute();
    await emitWithin(tx, 'early');
    const late = await emit('late');
    const opening = open({ after: late });
    await untilWaiting(ctx, 1);
    const other = open({ after: before });
    await tx.commit().execute();
    expect(await take(await other, 2)).toEqual(['early', 'late']);
    await opening;
  });

  it('skips and repeats no event while many transactions write and its client repeatedly reconnects', async () => {
    const before = await emit('before');
    const names = Array.from({ length: 160 }, (_, index) => `pay_${index}`);
    const writers = [0, 1, 2, 3].map(async (own) => {
      for (const name of names.filter((_, index) => index % 4 === own)) {
        await ctx.db.transaction().execute(async (tx) => {
          await emitWithin(tx, name);
          await ctx.pool.query('select pg_sleep($1)', [randomInt(10) / 1000]);
        });
      }
    });
    const seen: string[] = [];
    let last = before;
    while (seen.length < names.length) {
      const visit = new AbortController();
      const { events } = await stream(caller, { query: {}, last_event_id: last }, visit.signal);
      let left = 1 + randomInt(30);
      for await (const event of events) {
        seen.push(event.object_id);
        last = event.id;
        if (--left === 0 || seen.length === names.length) break;
      }
      visit.abort();
    }
    await Promise.all(writers);
    expect(seen.toSorted()).toEqual(names.toSorted());
    const { rows } = await ctx.pool.query<{ object_id: string }>(
      'select object_id from events where merchant_id = $1 and id <> $2 order by position',
      [caller.merchant_id, before],
    );
    expect(seen).toEqual(rows.map(({ object_id }) => object_id));
  });

  it('ends within a second when its key is revoked, without affecting other streams', async () => {
    const other = await createKey(ctx, commandOf(caller.merchant_id, 'test'), {});
    const revoked = await open();
    const kept = await open({}, { by: { ...caller, key_id: other.id } });
    const end = take(revoked, 1);
    await revokeKey(ctx, command, caller.key_id);
    expect(await end).toEqual([null]);
    await emit('later');
    expect(await take(kept, 1)).toEqual(['later']);
  });

  it('ends when its client disconnects, even while waiting for an event', async () => {
    const events = await open();
    const end = take(events, 1);
    gone.abort();
    expect(await end).toEqual([null]);
  });
});

describe('a stream is refused', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ after: 'evt_01JD0Z5T8QABCDEFGHJKMNPQRS' }, 'after'],
    [{ after: '' }, 'after'],
    [{ after: ['a', 'b'] }, 'after'],
    [{ limit: '5' }, 'limit'],
  ])('for %j', async (query, field) => {
    await expect(open(query)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { [field]: [expect.any(String)] },
    });
  });

  it('after an event of another merchant or mode', async () => {
    const foreign = [
      await emit('theirs', await makeCaller(ctx)),
      await emit('live', { ...caller, mode: 'live' }),
    ];
    for (const id of foreign) {
      await expect(open({}, { last_event_id: id })).rejects.toMatchObject({
        fields: { 'Last-Event-ID': [expect.any(String)] },
      });
    }
  });

  it('beyond the limit of the key or of the process, until a different stream ends', async () => {
    const from = makeEventStream(ctx, { per_key_max: 2, streams_max: 3 });
    const others = [await makeCaller(ctx), await makeCaller(ctx)] as const;
    const leaves = new AbortController();
    await from(caller, { query: {}, last_event_id: null }, leaves.signal);
    await open({}, { from });
    await expect(open({}, { from })).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    await open({}, { from, by: others[0] });
    await expect(open({}, { from, by: others[1] })).rejects.toMatchObject({ status: 503 });
    leaves.abort();
    await open({}, { from });
  });

  it('without counting toward the limit', async () => {
    const from = makeEventStream(ctx, { per_key_max: 1 });
    await expect(open({ after: 'x' }, { from })).rejects.toThrow();
    await open({}, { from });
  });
});

describe('the database', () => {
  it.each([0, 3])('may lose events that were streamed: the stream ends; %i followed', async (count) => {
    const events = await open();
    await emit('lost');
    expect(await take(events, 1)).toEqual(['lost']);
    // As after a fail-over to a standby without the last commit, the position is assigned again.
    const { rows } = await ctx.pool.query<{ position: bigint }>(
      'select max(position) as position from events where merchant_id = $1',
      [caller.merchant_id],
    );
    await plant(ctx, `delete from events where merchant_id = '${caller.merchant_id}'`);
    await ctx.pool.query(`alter sequence events_position_seq restart with ${rows[0]?.position}`);
    await emit('again');
    for (let nth = 0; nth < count; nth++) await emit('further');
    expect(await take(events, 1)).toEqual([null]);
  });

  it('is polled with one query for all feeds, and only while there are streams', async () => {
    let looks = 0;
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: ctx.pool }),
      log: ({ query: { sql } }) => {
        if (sql.includes('as feed (')) looks++;
      },
    });
    const from = makeEventStream({ ...ctx, db });
    const callers = await Promise.all(Array.from({ length: 10 }, () => makeCaller(ctx)));
    const all = await Promise.all([...callers, ...callers].map((by) => open({}, { from, by })));
    const began_ms = performance.now();
    await Promise.all(callers.map((by) => emit('news', by)));
    expect(await Promise.all(all.map((events) => take(events, 1)))).toEqual(all.map(() => ['news']));
    // At most one poll in 150 ms, with twenty streams of ten feeds.
    expect(looks).toBeLessThanOrEqual(2 + (performance.now() - began_ms) / 150);
    gone.abort();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const until = looks;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(looks).toBe(until);
  });

  it('can fail: the error is logged once, and later events are streamed once it works again', async () => {
    const complaints: string[] = [];
    const log = { ...ctx.log, error: (_: object, message: string) => complaints.push(message) };
    const events = await open({}, { from: makeEventStream({ ...ctx, log }) });
    await ctx.pool.query('alter table events rename to events_away');
    await expect.poll(() => complaints.length, { timeout: 10_000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await ctx.pool.query('alter table events_away rename to events');
    await emit('later');
    expect(await take(events, 1)).toEqual(['later']);
    expect(complaints).toHaveLength(1);
  });
});
