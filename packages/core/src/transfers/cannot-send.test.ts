import { makeId } from '@guichet/kernel/ids';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import { jobOf, readTransfer, summarizeTransfer } from '../../../../test-support/transfers.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { resolveTransfer } from '../operations/review/resolve-transfer.ts';
import { mendStranded } from '../operations/stranded/mend.ts';
import { service_actor } from '../platform/actor/actor.ts';
import { makeSecretBox } from '../platform/secrets/seal.ts';
import { insertAccount } from '../routing/connector-accounts/queries.ts';
import { beginSending, sendTransfer } from './send.ts';
import { entriesOf, exerciseTransfer } from './testing/exercise-transfer.ts';
import type { TransferKey } from './transfer.ts';

const hour_ms = 60 * 60_000;

exerciseTransfer('a transfer that its account can no longer make', (subject) => {
  const { kind } = subject;
  const { noun } = kind;
  const entries = entriesOf(subject);
  let ctx: TestContext;
  let caller: Caller;
  beforeAll(async () => {
    ctx = await makeTestContext();
  });
  afterAll(() => ctx.database.close());
  beforeEach(async () => {
    await dropJobs(ctx);
    caller = await subject.makeMerchant(ctx);
  });

  /** Makes a transfer whose job runs while the sandbox can make neither payouts nor refunds. */
  async function makeUnable(): Promise<TransferKey> {
    const transfer = await subject.make(ctx, caller, '00');
    await dropJobs(ctx);
    const { payout: _, refund: __, ...unable } = sandboxOf(ctx);
    const without = { ...ctx, connectors: new Map([['sandbox', unable]]) };
    for (const _run of [1, 2])
      await sendTransfer(without, service_actor, { kind, job: jobOf(kind, transfer) });
    return transfer;
  }

  /** Gives a transfer an account whose settings were encrypted with a key that is lost. */
  async function loseAccount({ merchant_id, id }: TransferKey): Promise<void> {
    const at = ctx.clock.now();
    const account = await insertAccount(ctx.db, {
      ...{ merchant_id, id: makeId('connector_account'), connector: 'scripted', name: id, services: '[]' },
      config_sealed: makeSecretBox('a lost key, 32 characters long!!').seal('{}'),
      ...{ enabled: true, created_at: at, updated_at: at, checked_at: null },
    });
    await ctx.pool.query(`update ${noun}s set account_id = $1 where id = $2`, [account.id, id]);
  }

  async function makeOfLostAccount(): Promise<TransferKey> {
    const transfer = await subject.make(ctx, caller, '00');
    await dropJobs(ctx);
    await loseAccount(transfer);
    return transfer;
  }

  const waiting = { status: 'pending', needs_review: true, unknown_cause: 'cannot_send', events: [] };

  it('needs review, and stays reserved', async () => {
    const transfer = await makeUnable();
    expect(await summarizeTransfer(ctx, kind, transfer)).toEqual({ ...waiting, entries: entries.reserved });
    expect(await listJobs(ctx, `send_${noun}`)).toHaveLength(1);
    expect(await listJobs(ctx, `follow_${noun}`)).toEqual([]);
  });

  it('needs review if its account cannot be opened, because the SECRET_KEY of its settings is lost', async () => {
    const transfer = await makeOfLostAccount();
    await sendTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
    expect(await readTransfer(ctx, kind, transfer)).toMatchObject({
      ...{ status: 'pending', needs_review: true, unknown_cause: 'cannot_send' },
    });
    await ctx.db.transaction().execute((tx) => resolveTransfer(ctx, tx, kind, transfer, 'not_paid'));
    expect(await readTransfer(ctx, kind, transfer)).toMatchObject({ status: 'failed', needs_review: false });
  });

  it('needs review three days after it was sent, if its account cannot be opened', async () => {
    const transfer = await subject.make(ctx, caller, '00');
    await dropJobs(ctx);
    await beginSending(ctx, kind, transfer);
    await loseAccount(transfer);
    await advance(ctx, 80 * hour_ms);
    expect(await readTransfer(ctx, kind, transfer)).toMatchObject({
      ...{ status: 'processing', needs_review: true, unknown_cause: 'unreachable' },
    });
  });

  it('is sent once its account can make it again, after which it no longer needs review', async () => {
    const transfer = await makeUnable();
    await advance(ctx, hour_ms);
    expect(await summarizeTransfer(ctx, kind, transfer)).toEqual({
      ...{ status: 'success', needs_review: false, unknown_cause: null },
      ...{ events: [`1 ${noun}.successful`], entries: [...entries.reserved, ...entries.paid] },
    });
  });

  it('is sent then even if its job was lost', async () => {
    const transfer = await makeUnable();
    await dropJobs(ctx);
    ctx.clock.advance(2 * 60_000);
    await mendStranded(ctx, service_actor);
    await advance(ctx, hour_ms);
    expect(await readTransfer(ctx, kind, transfer)).toMatchObject({ status: 'success', needs_review: false });
  });

  it('is never sent after a person has recorded that it will not be paid: its money returns', async () => {
    const transfer = await makeUnable();
    await ctx.db.transaction().execute((tx) => resolveTransfer(ctx, tx, kind, transfer, 'not_paid'));
    const ended = {
      ...{ status: 'failed', needs_review: false, unknown_cause: null },
      ...{ events: [`1 ${noun}.failed`], entries: [...entries.reserved, ...entries.returned] },
    };
    expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(ended);
    await advance(ctx, hour_ms);
    expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(ended);
    expect((await readTransfer(ctx, kind, transfer)).sent_at).toBeNull();
  });
});
