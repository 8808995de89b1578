import { connect } from '@guichet/core/platform';
import { repeat } from '@guichet/core/serving';
import { systemClock } from '@guichet/kernel/clock';
import { silentLog } from '@guichet/kernel/log';
import { onTestFinished } from 'vitest';
import { composeContext } from '../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../test-support/database.ts';
import { makeGate } from '../../../../../test-support/gate.ts';
import type { HeldJobs } from '../held-jobs.ts';
import { runQueue } from '../run-queue.ts';

/** Runs a queue that reaches the database through a gate, and starts again when it fails. */
export async function startBehindGate() {
  const database = await makeTestDatabase();
  const gate = await makeGate(database.database_url);
  const own = connect(gate.database_url, { connections_max: 10, onError: () => undefined });
  const errors: string[] = [];
  const log = { ...silentLog, error: (_: object, message: string) => errors.push(message) };
  const ctx = { ...composeContext(database, systemClock), db: own.db, pool: own.pool, log };
  const held: HeldJobs = new Map();
  const greeted: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const tasks = {
    greet: (payload: unknown) => void greeted.push((payload as { name: string }).name),
    hold: async () => {
      await released;
      greeted.push('held');
    },
  };
  const work = { tasks, concurrency: 4 };
  const queue = repeat(log, 'job queue', 1_000, (signal) =>
    runQueue(ctx, work, { held, onPool: () => undefined }, signal),
  );
  onTestFinished(async () => {
    release();
    await queue.stop();
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
  return { database, gate, held, greeted, errors, add, isTaken, release };
}
