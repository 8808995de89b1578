import { setTimeout } from 'node:timers/promises';
import { connect } from '@guichet/core/platform';
import { systemClock } from '@guichet/kernel/clock';
import { silentLog } from '@guichet/kernel/log';
import { expect, it, onTestFinished, vi } from 'vitest';
import { composeContext } from '../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../test-support/database.ts';
import { makeGate } from '../testing/gate.ts';
import { startWorker } from './worker.ts';

/** Starts a worker that reaches the database through a gate. */
async function startBehindGate() {
  const database = await makeTestDatabase();
  const gate = await makeGate(database.database_url);
  const own = connect(gate.database_url, { connections_max: 10, onError: () => undefined });
  const ctx = { ...composeContext(database, systemClock), db: own.db, pool: own.pool, log: silentLog };
  const greeted: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const worker = startWorker(ctx, {
    greet: (payload) => void greeted.push((payload as { name: string }).name),
    hold: async () => {
      await held;
      greeted.push('held');
    },
  });
  onTestFinished(async () => {
    release();
    await worker.stop();
    await own.close();
    await gate.close();
    await database.close();
  });
  const add = (task: string, name: string) =>
    database.pool.query('select graphile_worker.add_job($1, json_build_object($2::text, $3::text))', [
      task,
      'name',
      name,
    ]);
  const isTaken = async (task: string): Promise<boolean> => {
    const { rowCount } = await database.pool.query(
      'select from graphile_worker.jobs where task_identifier = $1 and locked_at is not null',
      [task],
    );
    return rowCount !== 0;
  };
  return { gate, greeted, add, isTaken, release };
}

it('runs a job that it has taken without learning of it, while others still run', async () => {
  // The queue's library prints a stack trace of the faults that this test causes.
  vi.spyOn(console, 'trace').mockReturnValue();
  const { gate, greeted, add, isTaken, release } = await startBehindGate();
  await add('greet', 'first');
  await expect.poll(() => greeted).toEqual(['first']);
  await add('hold', 'second');
  await expect.poll(() => isTaken('hold')).toBe(true);

  gate.lose('answers');
  await add('greet', 'third');
  await expect.poll(() => isTaken('greet')).toBe(true);
  await gate.close();
  gate.pass();
  await gate.open();

  await add('greet', 'fourth');
  await expect.poll(() => greeted).toEqual(['first', 'fourth']);
  release();
  await expect.poll(() => greeted).toEqual(['first', 'fourth', 'held', 'third']);
  // The job that was running is not run again.
  await setTimeout(1_000);
  expect(greeted).toHaveLength(4);
});
