import { silentLog } from '@guichet/kernel/log';
import { expect, it, vi } from 'vitest';
import { makeFreeLostJobs } from './held-jobs.ts';
import { startBehindGate } from './testing/start-behind-gate.ts';

it('a job is run although the result of its fetch was lost, and a long job is not run again', async () => {
  // The queue's library prints a stack trace of the faults that this test causes.
  vi.spyOn(console, 'trace').mockReturnValue();
  const { database, gate, held, greeted, add, isTaken, release } = await startBehindGate();
  const freeLostJobs = makeFreeLostJobs({ db: database.db, log: silentLog }, held);
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
  // Locked a moment ago: the result could still arrive.
  await freeLostJobs();
  await freeLostJobs();
  expect(await isTaken('greet')).toBe(true);
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '31 s' where locked_at is not null`,
  );
  await freeLostJobs();
  expect(await isTaken('greet')).toBe(true);
  await freeLostJobs();
  await expect.poll(() => greeted).toEqual(['first', 'fourth', 'third']);
  release();
  await expect.poll(() => greeted).toEqual(['first', 'fourth', 'third', 'held']);
});
