import { connect } from '@guichet/core/platform';
import { systemClock } from '@guichet/kernel/clock';
import { silentLog } from '@guichet/kernel/log';
import { onTestFinished } from 'vitest';
import { composeContext } from '../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../test-support/database.ts';
import { makeGate } from '../../testing/gate.ts';
import { startWorker } from '../worker.ts';

/** Starts a worker that reaches the database through a gate. */
export async function startBehindGate(options: { readonly statement_max_ms?: number } = {}) {
  const database = await makeTestDatabase();
  const gate = await makeGate(database.database_url);
  const own = connect(gate.database_url, { connections_max: 10, ...options, onError: () => undefined });
  const errors: string[] = [];
  const log = { ...silentLog, error: (_: object, message: string) => errors.push(message) };
  const ctx = { ...composeContext(database, systemClock), db: own.db, pool: own.pool, log };
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
    await gate.close();
    await own.close();
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
  return { gate, greeted, errors, add, isTaken, release };
}
