import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { emitEvent } from '../../emit.ts';
import { holdFeed, type Owner } from '../../queries.ts';
import { createEndpoint } from './create.ts';
import { disableEndpoint, enableEndpoint } from './enable.ts';
import { updateEndpoint as writeEndpoint } from './queries.ts';
import { updateEndpoint } from './update.ts';

let ctx: TestContext;
let owner: Owner;
beforeAll(async () => {
  ctx = await makeTestContext();
});
beforeEach(async () => {
  const { merchant_id } = await makeCaller(ctx);
  owner = { merchant_id, mode: 'test' };
});
afterAll(() => ctx.database.close());

const actor = () => commandOf(owner.merchant_id, owner.mode);
const create = () => createEndpoint(ctx, actor(), { url: 'http://127.0.0.1:9/hook' });

async function makeDisabled(): Promise<string> {
  const { id } = await create();
  await disableEndpoint(ctx, actor(), id);
  return id;
}

async function makeForOthers(): Promise<string> {
  const { id } = await createEndpoint(ctx, actor(), {
    url: 'http://127.0.0.1:9/hook',
    events: ['payout.failed'],
  });
  return id;
}

const emit = (tx: Connection) =>
  emitEvent(tx, { ...owner, type: 'payment.failed', object_id: 'pay_1', data: {}, at: ctx.clock.now() });

/** Counts an event's deliveries. */
async function countScheduled(event_id: string): Promise<number> {
  const { rowCount } = await ctx.pool.query('select 1 from webhook_deliveries where event_id = $1', [
    event_id,
  ]);
  return rowCount ?? 0;
}

describe('an event that is being written', () => {
  it.each<[string, () => Promise<() => Promise<unknown>>]>([
    ['created', async () => create],
    [
      'enabled',
      async () => {
        const id = await makeDisabled();
        return () => enableEndpoint(ctx, actor(), id);
      },
    ],
    [
      'set to listen to it',
      async () => {
        const id = await makeForOthers();
        return () => updateEndpoint(ctx, actor(), { id, body: { events: null } });
      },
    ],
  ])(
    'is committed before an endpoint is %s, and the next event is sent to the endpoint',
    async (_, prepare) => {
      const change = await prepare();
      const isWritten = Promise.withResolvers<void>();
      const mayCommit = Promise.withResolvers<void>();
      const writing = ctx.db.transaction().execute(async (tx) => {
        const id = await emit(tx);
        isWritten.resolve();
        await mayCommit.promise;
        return id;
      });
      await isWritten.promise;
      const order: string[] = [];
      const changing = change().then(() => order.push('changed'));
      // If the change wrongly does not wait, this gives it time to finish.
      await Promise.race([changing, setTimeout(300)]);
      order.push('committed');
      mayCommit.resolve();
      expect(await countScheduled(await writing)).toBe(0);
      await changing;
      expect(order).toEqual(['committed', 'changed']);
      expect(await countScheduled(await ctx.db.transaction().execute(emit))).toBe(1);
    },
  );

  it('is sent to an endpoint whose change it waited for', async () => {
    const id = await makeDisabled();
    const { merchant_id } = owner;
    const writing = await ctx.db.transaction().execute(async (tx) => {
      await holdFeed(tx, owner, 5_000);
      await writeEndpoint(
        tx,
        { merchant_id, id },
        { enabled: true, disabled_reason: null, disabled_at: null },
      );
      const begun = ctx.db.transaction().execute(emit);
      await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1);
      return { begun };
    });
    expect(await countScheduled(await writing.begun)).toBe(1);
  });
});

/** Counts the waits for advisory locks in this database. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await ctx.pool.query(
    `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and not granted and datname = current_database()`,
  );
  return rowCount ?? 0;
}
