import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { noteServer, type SeenDatabase } from './note-server.ts';
import { findRecovery, isRecovering, readServerIdentity } from './queries.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
let first: SeenDatabase;
beforeEach(async () => {
  await ctx.pool.query('delete from recoveries');
  await ctx.pool.query('delete from installation');
  await ctx.pool.query('delete from unseen_periods');
  first = await noteServer(ctx, null);
});

const change = (text: string) => ctx.pool.query(`update installation set ${text}`);
const reason = async () => (await findRecovery(ctx.db))?.reason;

it('a server has a constant identifier and timeline', async () => {
  const identity = await readServerIdentity(ctx.db);
  expect(identity).toMatchObject({ system_identifier: expect.stringMatching(/^\d{19}$/), timeline: 1 });
  const { now: _, ...again } = await readServerIdentity(ctx.db);
  expect(identity).toMatchObject(again);
});

it('an unchanged server is never reported', async () => {
  const second = await noteServer(ctx, first);
  expect(second.id).toBe(first.id);
  expect(second.seen_at.getTime()).toBeGreaterThanOrEqual(first.seen_at.getTime());
  await Promise.all([noteServer(ctx, second), noteServer(ctx, first), noteServer(ctx, null)]);
  expect(await isRecovering(ctx.db)).toBe(false);
});

it('a database that is older than one seen before begins a recovery from its own last recorded moment', async () => {
  const later = { ...first, seen_at: new Date(first.seen_at.getTime() + 1) };
  await noteServer(ctx, later);
  expect(await findRecovery(ctx.db)).toMatchObject({
    ...{ reason: 'older', lost_since: first.seen_at, began_by: 'the service' },
  });
});

describe('a process that remembers a time', () => {
  const minute_ms = 60_000;
  const ago = (ms: number) => new Date(first.seen_at.getTime() - ms);
  /** A process without memory sees the database first; it was last seen five minutes ago. */
  const seeAfterGap = async () => {
    await ctx.pool.query('update installation set seen_at = $1', [ago(5 * minute_ms)]);
    await noteServer(ctx, null);
  };

  it('at which the database was not seen begins a recovery, although another process saw the database first', async () => {
    await seeAfterGap();
    expect(await isRecovering(ctx.db)).toBe(false);
    await noteServer(ctx, { ...first, seen_at: ago(minute_ms) });
    expect(await findRecovery(ctx.db)).toMatchObject({ reason: 'older', lost_since: ago(5 * minute_ms) });
    // What others remember from the same period is no news.
    await ctx.pool.query('update recoveries set opened_at = now()');
    await noteServer(ctx, { ...first, seen_at: ago(2 * minute_ms) });
    expect(await isRecovering(ctx.db)).toBe(false);
  });

  it('at which the database was not seen begins a recovery, even after another such period', async () => {
    await seeAfterGap();
    await ctx.pool.query(`update installation set seen_at = seen_at - interval '20 seconds'`);
    await noteServer(ctx, null);
    await noteServer(ctx, { ...first, seen_at: ago(minute_ms) });
    expect(await findRecovery(ctx.db)).toMatchObject({ reason: 'older', lost_since: ago(5 * minute_ms) });
  });

  it('at which the database was seen begins none, however long it was not seen afterwards', async () => {
    await seeAfterGap();
    await noteServer(ctx, { ...first, seen_at: ago(5 * minute_ms) });
    await noteServer(ctx, await noteServer(ctx, null));
    expect(await isRecovering(ctx.db)).toBe(false);
  });
});

it('a loss during a recovery starts it anew, with new inquiries, the earlier time and higher event numbers', async () => {
  await ctx.pool.query(
    `insert into recoveries (reason, lost_since, began_at, began_by, looked_at, lost_sequence)
     values ('requested', now(), now(), 'ama', now(), 1)`,
  );
  await ctx.pool.query(
    `insert into recovery_inquiries select id, 'one', 'two' from recoveries where opened_at is null`,
  );
  await noteServer(ctx, { ...first, seen_at: new Date(first.seen_at.getTime() + 1) });
  expect(await findRecovery(ctx.db)).toMatchObject({
    ...{ reason: 'requested', began_by: 'ama', looked_at: null, lost_since: first.seen_at },
  });
  expect((await findRecovery(ctx.db))?.lost_sequence).toBeGreaterThan(1);
  expect((await ctx.pool.query('select from recovery_inquiries')).rowCount).toBe(0);
});

it('the database of another installation does not count as older', async () => {
  await noteServer(ctx, { id: 'another', seen_at: new Date('2100-01-01T00:00:00Z') });
  expect(await isRecovering(ctx.db)).toBe(false);
});

it.each([
  ['another server', `system_identifier = '1'`, 'other_server'],
  ['a standby that commits did not wait for', 'timeline = 7, synchronous = false', 'other_timeline'],
  ['a standby that every commit waited for', 'timeline = 7, synchronous = true', undefined],
  ['a server that does not reveal its identifier', 'system_identifier = null', undefined],
  ['a server whose timeline was unknown', 'timeline = null', undefined],
])('%s (recorded before: %s) begins a recovery: %s', async (_, before, expected) => {
  await change(before);
  await noteServer(ctx, first);
  expect(await reason()).toBe(expected);
  // The recovery begins only once, because the recorded identity is now the current one.
  await ctx.pool.query('delete from recoveries');
  await noteServer(ctx, first);
  expect(await isRecovering(ctx.db)).toBe(false);
});

it.each([
  ['that commits did not wait for: nothing is sent', 'timeline = 7, synchronous = false', true],
  ['that every commit waited for: work continues', 'timeline = 7, synchronous = true', false],
  ['that is the same: work continues', 'synchronous = false', false],
  ['whose timeline was unknown: work continues', 'timeline = null', false],
])('before a process has noted the server, on a PostgreSQL server %s', async (_, before, isStopped) => {
  await change(before);
  expect(await isRecovering(ctx.db)).toBe(isStopped);
  await noteServer(ctx, first);
  expect(await isRecovering(ctx.db)).toBe(isStopped);
});

it('a database role that may not read the server’s identifier continues without it', async () => {
  const undo = new Error('a test that leaves nothing');
  const blind = ctx.db.transaction().execute(async (tx) => {
    await sql`create role guichet_blind`.execute(tx);
    await sql`revoke execute on function pg_control_system() from public`.execute(tx);
    await sql`set local role guichet_blind`.execute(tx);
    expect(await readServerIdentity(tx)).toMatchObject({ system_identifier: null, timeline: 1 });
    throw undo;
  });
  await expect(blind).rejects.toBe(undo);
});

it('when many processes notice the change at the same time, only one begins the recovery', async () => {
  const later = { ...first, seen_at: new Date(first.seen_at.getTime() + 5_000) };
  await Promise.all(Array.from({ length: 8 }, () => noteServer(ctx, later)));
  const { rows } = await ctx.pool.query('select count(*)::int as count from recoveries');
  expect(rows).toEqual([{ count: 1 }]);
});
