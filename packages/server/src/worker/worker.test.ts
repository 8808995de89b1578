import { setTimeout } from 'node:timers/promises';
import { type Context, freeJobsOfDeadWorkers } from '@guichet/core/platform';
import { addJob } from '@guichet/core/testing';
import { systemClock } from '@guichet/kernel/clock';
import { type Log, silentLog } from '@guichet/kernel/log';
import type { TaskList } from 'graphile-worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../test-support/context.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import { summarize } from '../../../../test-support/payments.ts';
import { makeTasks } from './tasks.ts';
import { startWorker, type Worker } from './worker.ts';

let database: TestDatabase;
let ctx: TestContext<typeof systemClock>;
beforeAll(async () => {
  database = await makeTestDatabase();
  ctx = composeContext(database, systemClock);
});
afterAll(() => database.close());

const running: Worker[] = [];
beforeEach(() => dropJobs(ctx));
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

function start(tasks: TaskList, on: Context = ctx): Worker {
  const worker = startWorker(on, tasks);
  running.push(worker);
  return worker;
}

/** Waits with no time limit but the test's. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(10);
}

/** A task that records its payloads. */
function makeTask() {
  const seen: unknown[] = [];
  return { seen, task: (payload: unknown) => void seen.push(payload) };
}

/** A task that, once it has begun, runs until the test releases it. */
function makeSlowTask() {
  const steps: string[] = [];
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const task = async (): Promise<void> => {
    steps.push('begun');
    await gone;
    steps.push('ended');
  };
  return { steps, task, letGo };
}

describe('a worker', () => {
  it('runs a job once its transaction has committed', async () => {
    const { seen, task } = makeTask();
    start({ greet: task });
    await ctx.db.transaction().execute((tx) => addJob(tx, { task: 'greet', payload: { name: 'Ama' } }));
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ name: 'Ama' }]);
    await until(async () => (await listJobs(ctx)).length === 0);
  });

  it('runs a scheduled job when it is due', async () => {
    const ran_at: number[] = [];
    start({ greet: () => void ran_at.push(Date.now()) });
    const run_at = new Date(Date.now() + 400);
    await addJob(ctx.db, { task: 'greet', payload: {}, run_at });
    await until(() => ran_at.length > 0);
    expect(ran_at[0]).toBeGreaterThanOrEqual(run_at.getTime());
  });

  it('keeps a failed job, with its error, for another attempt', async () => {
    const logged: string[] = [];
    const log: Log = { ...silentLog, error: (_, message) => logged.push(message) };
    const fail = (): never => {
      throw new Error('no luck');
    };
    start({ greet: fail }, { ...ctx, log });
    await addJob(ctx.db, { task: 'greet', payload: {} });
    const read = async () =>
      (await ctx.pool.query('select attempts, last_error, run_at > now() as later from graphile_worker.jobs'))
        .rows;
    await until(async () => (await read()).some(({ last_error }) => last_error));
    expect(await read()).toMatchObject([{ attempts: 1, last_error: 'no luck', later: true }]);
    expect(logged.join()).toContain('no luck');
  });

  it('does other work while every request to an operator is pending', async () => {
    const { steps, task, letGo } = makeSlowTask();
    const { seen, task: greet } = makeTask();
    start({ follow_attempt: task, greet });
    for (let count = 0; count < 50; count++) await addJob(ctx.db, { task: 'follow_attempt', payload: {} });
    await until(() => steps.length >= 20);
    await addJob(ctx.db, { task: 'greet', payload: {} });
    await until(() => seen.length === 1);
    expect(steps).not.toContain('ended');
    letGo();
  });

  it('processes 64 callbacks concurrently, however long payouts take', async () => {
    const sent = makeSlowTask();
    const told = makeSlowTask();
    start({ send_payout: sent.task, take_callback: told.task });
    for (let count = 0; count < 30; count++) await addJob(ctx.db, { task: 'send_payout', payload: {} });
    await until(() => sent.steps.length >= 20);
    for (let count = 0; count < 64; count++) await addJob(ctx.db, { task: 'take_callback', payload: {} });
    await until(() => told.steps.length >= 64);
    expect(sent.steps).toEqual(Array.from({ length: 20 }, () => 'begun'));
    sent.letGo();
    told.letGo();
  });

  it('expires checkout sessions that have ended', async () => {
    const checkout = await makeCheckout(ctx, await makeCaller(ctx));
    await ctx.pool.query(`update checkout_sessions set expires_at = now() where payment_id = $1`, [
      checkout.payment_id,
    ]);
    start({});
    await until(async () => (await summarize(ctx, checkout)).session === 'expired');
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'expired',
      events: ['1 payment.expired'],
    });
  });

  it('completes a payment with the real tasks', async () => {
    const checkout = await makeCheckout(ctx, await makeCaller(ctx));
    const worker = start(makeTasks(ctx));
    await chooseAndPay(ctx, checkout, '77');
    await until(async () => (await summarize(ctx, checkout)).payment === 'success');
    await worker.stop();
  });
});

describe('stopping a worker', () => {
  it('finishes the current job, takes no other, and leaves neither locks nor the record of its process behind', async () => {
    const { steps, task, letGo } = makeSlowTask();
    const other = makeTask();
    const worker = start({ slow: task, other: other.task });
    await addJob(ctx.db, { task: 'slow', payload: {} });
    await until(() => steps.length > 0);
    const stopped = worker.stop().then(() => steps.push('stopped'));
    // Long enough for statements that the worker sent before the stop to complete.
    await setTimeout(100);
    await addJob(ctx.db, { task: 'other', payload: {} });
    letGo();
    await stopped;
    expect(steps).toEqual(['begun', 'ended', 'stopped']);
    expect(other.seen).toEqual([]);
    expect((await listJobs(ctx)).map((job) => job.task)).toEqual(['other']);
    expect((await ctx.pool.query('select 1 from worker_processes')).rows).toEqual([]);
  });

  it('waits until the finished job is deleted, however slow the database is', async () => {
    await slowDownDeletes(300);
    const { seen, task } = makeTask();
    const worker = start({ greet: task });
    await addJob(ctx.db, { task: 'greet', payload: {} });
    await until(() => seen.length > 0);
    await worker.stop();
    expect(await listJobs(ctx)).toEqual([]);
    await ctx.pool.query('drop function slow_delete cascade');
  });
});

/** Slows down the queue's own delete of a finished job. */
async function slowDownDeletes(duration_ms: number): Promise<void> {
  await ctx.pool.query(`
    create function slow_delete() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(${duration_ms} / 1000.0);
      return old;
    end $$;
    create trigger slow_delete before delete on graphile_worker._private_jobs
      for each row execute function slow_delete();`);
}

describe('jobs of a process', () => {
  it('that died are run by a different one', async () => {
    const { seen, task } = makeTask();
    await addJob(ctx.db, { task: 'greet', payload: { name: 'Ama' } });
    await ctx.pool.query(
      `update graphile_worker._private_jobs
      set locked_by = 'pool-of-a-process-that-died', locked_at = now() - interval '1 minute', attempts = 1`,
    );
    start({ greet: task });
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ name: 'Ama' }]);
  });

  it('that is alive stay locked by it, however long they take', async () => {
    const { steps, task, letGo } = makeSlowTask();
    start({ slow: task });
    start({ slow: task });
    await addJob(ctx.db, { task: 'slow', payload: {} });
    await until(() => steps.length > 0);
    const announced = async () =>
      (await ctx.pool.query('select 1 from worker_processes where cardinality(worker_ids) > 0')).rowCount ===
      2;
    await until(announced);
    await ctx.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`);
    await freeJobsOfDeadWorkers(ctx.db, 15);
    const locked = await ctx.pool.query('select 1 from graphile_worker.jobs where locked_at is not null');
    expect(locked.rowCount).toBe(1);
    letGo();
    await until(() => steps.includes('ended'));
    expect(steps).toEqual(['begun', 'ended']);
  });
});
