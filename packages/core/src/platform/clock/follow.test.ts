import { silentLog } from '@guichet/kernel/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../../test-support/database.ts';
import { ClockError, describeDifference, difference_max_ms, makeDatabaseClock } from './follow.ts';

const minute_ms = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

/** Makes the clocks of a machine that can be suspended and whose wall clock can be set. */
function makeMachine(ahead_ms: number) {
  const state = { ahead_ms, suspended_ms: 0 };
  const clocks = {
    wall: () => Date.now() + state.ahead_ms,
    monotonic: () => performance.now() - state.suspended_ms,
  };
  return { state, clocks };
}

/** Makes a machine and a PostgreSQL server whose time advances only during queries, by one round trip per query. */
function makeWorld() {
  const world = { now_ms: 1_000_000, trip_ms: 0, database_ahead_ms: 0, machine_ahead_ms: 0 };
  const databaseNow = () => world.now_ms + world.database_ahead_ms;
  const query = async () => {
    world.now_ms += world.trip_ms;
    return { rows: [{ now: new Date(databaseNow()) }] };
  };
  const connect = async () => ({ query, release() {} });
  const clocks = { wall: () => world.now_ms + world.machine_ahead_ms, monotonic: () => world.now_ms };
  return Object.assign(world, { databaseNow, clocks, pool: { connect } as unknown as TestDatabase['pool'] });
}

async function databaseNow(): Promise<number> {
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now.getTime() ?? 0;
}

describe('the service’s time', () => {
  it.each([
    ['right', 0],
    ['an hour ahead', 60 * minute_ms],
    ['three days behind', -3 * 24 * 60 * minute_ms],
  ])('is PostgreSQL’s on a machine whose clock is %s', async (_, ahead_ms) => {
    const clock = makeDatabaseClock(database.pool, makeMachine(ahead_ms).clocks);
    await clock.read();
    const before_ms = await databaseNow();
    const now_ms = clock.now().getTime();
    const after_ms = await databaseNow();
    // The clock may be off by the round trip of the reading, which takes seconds at most, even on a busy machine.
    expect(now_ms).toBeGreaterThan(before_ms - 10_000);
    expect(now_ms).toBeLessThan(after_ms + 10_000);
  });

  it('does not change when the machine’s clock is set', async () => {
    const { state, clocks } = makeMachine(0);
    const clock = makeDatabaseClock(database.pool, clocks);
    await clock.read();
    const before_ms = clock.now().getTime();
    state.ahead_ms = 60 * minute_ms;
    expect(clock.now().getTime() - before_ms).toBeLessThan(minute_ms);
    expect(clock.isOff()).toBe(true);
    expect(clock.difference_ms()).toBeGreaterThan(59 * minute_ms);
  });

  it('is correct again at the next reading after the machine was suspended', async () => {
    const { state, clocks } = makeMachine(0);
    const clock = makeDatabaseClock(database.pool, clocks);
    await clock.read();
    state.suspended_ms = 20 * minute_ms;
    expect(clock.now().getTime()).toBeLessThan((await databaseNow()) - 10 * minute_ms);
    await clock.read();
    expect(clock.now().getTime()).toBeGreaterThan((await databaseNow()) - minute_ms);
    expect(clock.isOff()).toBe(false);
  });

  it('is still based on an exact reading after a slower one', async () => {
    const world = makeWorld();
    const clock = makeDatabaseClock(world.pool, world.clocks);
    await clock.read();
    world.trip_ms = 600;
    await clock.read();
    expect(clock.now().getTime()).toBe(world.databaseNow());
  });

  it('is based on a slow reading if PostgreSQL has been replaced by another server', async () => {
    const world = makeWorld();
    const clock = makeDatabaseClock(world.pool, world.clocks);
    await clock.read();
    world.trip_ms = 600;
    world.database_ahead_ms = minute_ms;
    await clock.read();
    // Off by at most half of the round trip.
    expect(Math.abs(clock.now().getTime() - world.databaseNow())).toBeLessThanOrEqual(300);
  });

  it('is unknown before the first reading', () => {
    const clock = makeDatabaseClock(database.pool);
    expect(() => clock.now()).toThrow('has not been asked');
  });
});

describe('a machine’s clock', () => {
  it.each([
    [4_000, false],
    [-4_000, false],
    [60_000, true],
    [-60_000, true],
  ])('that is off by %d ms counts as too far off: %s', async (ahead_ms, isOff) => {
    const clock = makeDatabaseClock(database.pool, makeMachine(ahead_ms).clocks);
    await clock.read();
    expect(clock.isOff()).toBe(isOff);
    if (isOff) expect(() => clock.follow(silentLog)).toThrow(ClockError);
    else clock.follow(silentLog);
    clock.stop();
  });

  it('is not judged by a slow round trip', async () => {
    const world = makeWorld();
    world.machine_ahead_ms = difference_max_ms + 200;
    world.trip_ms = 600;
    const clock = makeDatabaseClock(world.pool, world.clocks);
    await clock.read();
    expect(clock.isOff()).toBe(false);
    world.trip_ms = 0;
    await clock.read();
    expect(clock.isOff()).toBe(true);
  });

  it.each([
    [0, '0.0 s behind'],
    [-7_250, '7.3 s behind'],
    [61_049, '61.0 s ahead of'],
    [60 * minute_ms, '60.0 minutes ahead of'],
    [-72 * 60 * minute_ms, '3.0 days behind'],
  ])('that is off by %d ms is described as %s', (difference_ms, expected) => {
    expect(describeDifference(difference_ms)).toBe(expected);
  });
});
