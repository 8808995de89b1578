import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { asCurrency } from '@guichet/kernel/currencies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf, keyHolder } from '../../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { dropJobs, listJobs } from '../../../../../../test-support/jobs.ts';
import { untilWaiting } from '../../../../../../test-support/locks.ts';
import { makeMember } from '../../../../../../test-support/payout-staff.ts';
import { balancesOf, summarizePayout } from '../../../../../../test-support/payouts.ts';
import { sampleOf } from '../../../../../../test-support/tier.ts';
import { emitEvent } from '../../../events/emit.ts';
import { listEvents } from '../../../events/list.ts';
import type { EventPage } from '../../../events/schemas.ts';
import type { EventType } from '../../../events/types.ts';
import { createEndpoint } from '../../../events/webhooks/endpoints/create.ts';
import { rollUpBalances } from '../../../ledger/balances/roll-up.ts';
import { checkLedger } from '../../../ledger/check.ts';
import { type StaffActor, service_actor } from '../../../platform/actor/actor.ts';
import { showStatement } from '../../../reads/statement/statement.ts';
import { applyTransferOutcome } from '../../apply-outcome.ts';
import { payouts } from '../kind.ts';
import { decidePayout } from '../orders/decide.ts';
import { setPayoutRule } from '../orders/rules.ts';
import { decideBatch } from './decide.ts';
import { line, makeBatches } from './testing/make-batches.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const { upload, confirm, payoutsOf, makeTeam } = makeBatches(() => ctx);

/** More lines than fit into one statement. */
const many = 1_200;
const linesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => line(10, String(index % 100).padStart(2, '0')));

/** Makes a merchant with 100,000 XOF, and a confirmed file with `count` lines of 10 XOF that awaits approval. */
async function makeWaiting(count: number) {
  const team = await makeTeam();
  const owner = await makeMember(ctx, team.merchant_id, 'owner', 'Owner');
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 0, low_balance: null } });
  const waiting = await confirm(team.awa, await upload(team.koffi, linesOf(count)));
  await dropJobs(ctx);
  return { ...team, owner, waiting, id: waiting.batch.id };
}

const listen = (merchant_id: string, events?: EventType[]) =>
  createEndpoint(ctx, commandOf(merchant_id, 'test'), {
    url: 'http://localhost:9/hook',
    ...(events && { events }),
  });

interface Fate {
  readonly line: number;
  readonly status: string;
  readonly approval: string;
  readonly transitions: number;
  readonly bookings: string;
  readonly events: string;
  readonly deliveries: number;
  /** The ids of the endpoints that are notified. */
  readonly told: readonly string[];
}

/** Reads the outcome of each line, in the order of the file. */
async function fatesOf(merchant_id: string, batch_id: string): Promise<Fate[]> {
  const { rows } = await ctx.pool.query<Fate>(
    `select made.batch_line as line, payout.status, made.approval,
      (select count(*)::int from payout_transitions as step where step.payout_id = payout.id) as transitions,
      (select string_agg(kind, ' ' order by kind <> 'payout_reserved', kind) from ledger_transactions as booked
        where booked.merchant_id = payout.merchant_id and booked.payout_id = payout.id) as bookings,
      coalesce(string_agg(distinct event.sequence || ' ' || event.type, ', '), '') as events,
      count(delivery.id)::int as deliveries,
      coalesce(array_agg(delivery.endpoint_id order by delivery.endpoint_id)
        filter (where delivery.id is not null), '{}') as told
    from payout_orders as made
    join payouts as payout on payout.merchant_id = made.merchant_id and payout.id = made.payout_id
    left join events as event on event.merchant_id = payout.merchant_id and event.object_id = payout.id
    left join webhook_deliveries as delivery
      on delivery.merchant_id = event.merchant_id and delivery.event_id = event.id
    where made.merchant_id = $1 and made.batch_id = $2
    group by payout.merchant_id, payout.id, payout.status, made.approval, made.batch_line
    order by made.batch_line`,
    [merchant_id, batch_id],
  );
  return rows;
}

/** Reads the whole feed after an event as the API returns it, page by page. */
async function pull({ merchant_id, mode }: StaffActor, after?: string) {
  const caller = keyHolder(merchant_id, mode);
  const seen = [];
  for (let last = after; ; ) {
    const query = { limit: '100', ...(last && { after: last }) };
    const { items }: EventPage = JSON.parse(await listEvents(ctx, caller, query));
    if (items.length === 0) return seen;
    seen.push(...items);
    last = items.at(-1)?.id;
  }
}

const refused = { status: 'failed', approval: 'refused', transitions: 1, events: '1 payout.failed' };
const returned = 'payout_reserved payout_returned';
const untouched = { status: 'pending', approval: 'waiting', transitions: 0, events: '', deliveries: 0 };

describe('refusing a long file', () => {
  it('ends each payout once, with one status change, booking and event, and one delivery per endpoint', {
    timeout: 120_000,
  }, async () => {
    const { awa, koffi, merchant_id, id } = await makeWaiting(many);
    const heard: string[] = [];
    for (const events of [undefined, undefined, undefined, undefined, ['payout.failed'] as EventType[]]) {
      heard.push((await listen(merchant_id, events)).id);
    }
    await listen(merchant_id, ['payout.successful', 'payment.failed']);
    const { batch } = await decideBatch(ctx, koffi, {
      id,
      body: { decision: 'refuse', note: 'not now' },
    });
    expect(batch.states).toEqual([{ state: 'failed', payouts: many }]);
    const fates = await fatesOf(merchant_id, id);
    expect(fates).toHaveLength(many);
    const fate = { ...refused, bookings: returned, deliveries: 5, told: heard.toSorted() };
    for (const { line: _, ...one } of fates) expect(one).toEqual(fate);

    const feed = await pull(awa);
    const { rows } = await ctx.pool.query<{ payout_id: string }>(
      'select payout_id from payout_orders where merchant_id = $1 order by batch_line',
      [merchant_id],
    );
    expect(feed.map(({ data }) => (data as { id: string }).id)).toEqual(
      rows.map(({ payout_id }) => payout_id),
    );
    expect(feed[0]).toMatchObject({
      ...{ event: 'payout.failed', sequence: 1, livemode: false },
      data: { status: 'failed', amount: 10, failure: { code: 'payer_cancelled' } },
    });

    expect(await balancesOf(ctx, awa)).toEqual(['XOF 100000 available, 0 in flight']);
    expect(await listJobs(ctx, 'send_payout')).toEqual([]);
    const statement = async () => {
      const { totals, opening, closing } = await showStatement(ctx, awa, {
        currency: 'XOF',
        query: {
          since: '2020-01-01T00:00:00Z',
        },
      });
      return { totals: totals.filter(({ kind }) => kind.startsWith('payout')), opening, closing };
    };
    const added_up = {
      ...{ opening: 0, closing: 100_000 },
      totals: [
        { kind: 'payout_reserved', count: many, amount: -10 * many },
        { kind: 'payout_returned', count: many, amount: 10 * many },
      ],
    };
    expect(await statement()).toEqual(added_up);
    await rollUpBalances(ctx, service_actor);
    expect(await statement()).toEqual(added_up);
    const { rows: hours } = await ctx.pool.query(
      `select kind, amount_minor, movements::int from balance_hours
      where merchant_id = $1 and kind like 'payout%' order by kind`,
      [merchant_id],
    );
    expect(hours).toEqual([
      { kind: 'payout_reserved', amount_minor: BigInt(10 * many), movements: many },
      { kind: 'payout_returned', amount_minor: BigInt(-10 * many), movements: many },
    ]);
    await ctx.pool.query('analyze');
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });

  it('adds all its events to the feed in order, whatever is written and read meanwhile', {
    timeout: 120_000,
  }, async () => {
    const { awa, koffi, merchant_id, id } = await makeWaiting(many);
    let is_over = false;
    const writer = async (): Promise<void> => {
      for (let number = 1; !is_over; number++) {
        await ctx.db.transaction().execute((tx) =>
          emitEvent(tx, {
            ...{ merchant_id, mode: 'test', type: 'payment.failed', object_id: `pay_${number}` },
            ...{ data: { id: `pay_${number}` }, at: ctx.clock.now() },
          }),
        );
      }
    };
    const seen: { readonly id: string }[] = [];
    const reader = async (): Promise<void> => {
      for (;;) {
        const is_last = is_over;
        seen.push(...(await pull(awa, seen.at(-1)?.id)));
        if (is_last) return;
      }
    };
    const others = Promise.all([writer(), reader()]);
    await decideBatch(ctx, koffi, { id, body: { decision: 'refuse' } }).finally(() => {
      is_over = true;
    });
    await others;
    seen.push(...(await pull(awa, seen.at(-1)?.id)));
    const { rows } = await ctx.pool.query<{ id: string }>(
      'select id from events where merchant_id = $1 order by position',
      [merchant_id],
    );
    expect(seen.map((event) => event.id)).toEqual(rows.map((row) => row.id));
    expect(await fatesOf(merchant_id, id)).toMatchObject(Array.from({ length: many }, () => refused));
  });

  const half_way: readonly (readonly [held: string, waits: string])[] = [
    ['payout_transitions', 'payout_transitions'],
    ['ledger_entries', 'ledger_entries'],
    ['events', 'insert into events'],
    ['webhook_deliveries', 'insert into webhook_deliveries'],
  ];
  it.each(sampleOf(half_way, 1))(
    'changes nothing if the process is killed while it writes %s, and can be repeated',
    {
      timeout: 120_000,
    },
    async (table, waits) => {
      const { awa, koffi, merchant_id, id } = await makeWaiting(30);
      await listen(merchant_id);
      const script = fileURLToPath(new URL('./testing/refuse-alone.ts', import.meta.url));
      const held = await ctx.pool.connect();
      await held.query(`begin; lock table ${table} in share mode`);
      const child = spawn(process.execPath, [script, ctx.database.database_url, JSON.stringify(koffi), id]);
      const closed = once(child, 'close');
      try {
        const is_early = closed.then(([code]) => Promise.reject(new Error(`ended with ${code}`)));
        // The rejection that follows when the process is killed below must not count as unhandled.
        is_early.catch(() => undefined);
        await Promise.race([untilWaiting(ctx.database, 1, waits), is_early]);
        child.kill('SIGKILL');
        expect(await closed).toEqual([null, 'SIGKILL']);
      } finally {
        await held.query('commit');
        held.release();
      }
      expect(await fatesOf(merchant_id, id)).toMatchObject(
        Array.from({ length: 30 }, () => ({ ...untouched, bookings: 'payout_reserved' })),
      );
      expect(await balancesOf(ctx, awa)).toEqual(['XOF 99700 available, 300 in flight']);
      expect(await pull(awa)).toEqual([]);
      await decideBatch(ctx, koffi, { id, body: { decision: 'refuse' } });
      expect(await fatesOf(merchant_id, id)).toMatchObject(
        Array.from({ length: 30 }, () => ({ ...refused, bookings: returned, deliveries: 1 })),
      );
      expect(await balancesOf(ctx, awa)).toEqual(['XOF 100000 available, 0 in flight']);
    },
  );
});

describe('refusing a batch does not change a payout that has already ended:', () => {
  const settled = { kind: 'settled', money: { amount_minor: 10n, currency: asCurrency('XOF') } } as const;
  const failed = { kind: 'failed', reason: 'not_registered', operator_code: 'E06' } as const;
  const cases = [
    [
      'paid, as the operator reports',
      { outcome: settled },
      'success',
      'payout_reserved payout_paid',
      '1 payout.successful',
    ],
    ['failed, as the operator reports', { outcome: failed }, 'failed', returned, '1 payout.failed'],
    ['refused on its own', null, 'failed', returned, '1 payout.failed'],
  ] as const;

  it.each(cases)('%s', async (_, answer, status, bookings, events) => {
    const { awa, koffi, merchant_id, id, waiting } = await makeWaiting(4);
    const ended = (await payoutsOf(awa, waiting)).at(-2)?.id ?? '';
    if (answer) {
      const heard = { ...answer, provider_reference: 'op-1', raw: null };
      await applyTransferOutcome(ctx, payouts, { merchant_id, id: ended }, heard, 'callback');
    } else await decidePayout(ctx, koffi, { id: ended, body: { decision: 'refuse' } });
    const before = await summarizePayout(ctx, { merchant_id, id: ended });
    await decideBatch(ctx, koffi, { id, body: { decision: 'refuse' } });
    expect(await summarizePayout(ctx, { merchant_id, id: ended })).toEqual(before);
    const other = { ...refused, bookings: returned };
    const one = { status, bookings, events, transitions: 1, approval: answer ? 'waiting' : 'refused' };
    expect(await fatesOf(merchant_id, id)).toMatchObject([other, one, other, other]);
    await rollUpBalances(ctx, service_actor);
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });
});

describe('two concurrent decisions', () => {
  type Decision = 'approve' | 'refuse';
  it.each<[Decision, Decision]>([
    ['refuse', 'refuse'],
    ['refuse', 'approve'],
    ['approve', 'refuse'],
    ['approve', 'approve'],
  ])('%s and %s: only one of them decides the whole batch', async (one, other) => {
    const { awa, koffi, owner, merchant_id, id } = await makeWaiting(50);
    const held = await ctx.pool.connect();
    await held.query('begin');
    await held.query('select from payout_batches where id = $1 for update', [id]);
    const both = Promise.allSettled([
      decideBatch(ctx, koffi, { id, body: { decision: one } }),
      decideBatch(ctx, owner, { id, body: { decision: other } }),
    ]);
    await untilWaiting(ctx.database, 2);
    await held.query('commit');
    held.release();
    const answers = await both;
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    });
    const decided = answers[0]?.status === 'fulfilled' ? one : other;
    const fate =
      decided === 'refuse'
        ? { ...refused, bookings: returned }
        : { ...untouched, approval: 'approved', bookings: 'payout_reserved' };
    expect(await fatesOf(merchant_id, id)).toMatchObject(Array.from({ length: 50 }, () => fate));
    expect(await listJobs(ctx, 'send_payout')).toHaveLength(decided === 'approve' ? 50 : 0);
    expect(await balancesOf(ctx, awa)).toEqual([
      decided === 'refuse' ? 'XOF 100000 available, 0 in flight' : 'XOF 99500 available, 500 in flight',
    ]);
  });

  it('about a batch and about one of its payouts decide each payout once', async () => {
    const { awa, koffi, owner, merchant_id, id, waiting } = await makeWaiting(50);
    const single = (await payoutsOf(awa, waiting)).at(20)?.id ?? '';
    const answers = await Promise.allSettled([
      decideBatch(ctx, koffi, { id, body: { decision: 'refuse' } }),
      decidePayout(ctx, owner, { id: single, body: { decision: 'refuse' } }),
    ]);
    expect(answers[0]?.status).toBe('fulfilled');
    expect(await fatesOf(merchant_id, id)).toMatchObject(
      Array.from({ length: 50 }, () => ({ ...refused, bookings: returned })),
    );
  });
});
