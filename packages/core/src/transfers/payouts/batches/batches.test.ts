import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../../test-support/jobs.ts';
import { untilWaiting } from '../../../../../../test-support/locks.ts';
import { makeStaff } from '../../../../../../test-support/payout-staff.ts';
import { balancesOf } from '../../../../../../test-support/payouts.ts';
import { actAs, authorOf } from '../../../accounts/audit/act-as.ts';
import { checkLedger } from '../../../ledger/check.ts';
import { service_actor } from '../../../platform/actor/actor.ts';
import { roles } from '../../../platform/actor/roles.ts';
import { setRule } from '../../../routing/set-rule.ts';
import { browseBatches } from './browse.ts';
import { confirmBatch } from './confirm.ts';
import { decideBatch, discardBatch } from './decide.ts';
import { showBatch } from './detail.ts';
import { exportFindings, exportLines, writeTemplate } from './export.ts';
import { forgetOldBatches } from './forget.ts';
import { kept_ms } from './limits.ts';
import { bytesOf, heading, line, makeBatches, three } from './testing/make-batches.ts';
import { uploadBatch } from './upload.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const { upload, confirm, payoutsOf, makeTeam } = makeBatches(() => ctx);
const textOf = async (parts: AsyncIterable<string>): Promise<string> =>
  (await Array.fromAsync(parts)).join('');

describe('a valid file', () => {
  it('is shown with its effects, and pays nothing yet', async () => {
    const { awa } = await makeTeam();
    await dropJobs(ctx);
    const uploaded = await upload(awa, three, 'C:\\Users\\awa\\salaries \u0007november.csv');
    expect(uploaded).toMatchObject({
      batch: {
        ...{ status: 'checked', file_name: 'salaries november.csv', lines: 3, errors: 0, warnings: 0 },
        ...{ made_by: 'Awa', ended_by: null, states: [] },
        totals: [{ currency: 'XOF', payouts: 3, amount: 6000 }],
      },
      findings: [],
      effects: [{ currency: 'XOF', available: 100_000, left: 94_000, approval_above: null }],
      needs_approval: false,
      operators: [{ operator: 'mtn_ci', payouts: 3, amount: 6000 }],
      same_as: null,
      may: { confirm: true, discard: true, approve: false, refuse: false },
    });
    expect(uploaded.first_lines[1]).toEqual({
      ...{ line: 3, amount: 2000, currency: 'XOF', operator: 'mtn_ci', phone: '+2250504030201' },
      ...{ name: 'Awa', reference: 'A-2' },
    });
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 100000 available, 0 in flight']);
    expect(await listJobs(ctx)).toEqual([]);
  });

  it('becomes one payout per line once confirmed, each with its own outcome', async () => {
    const { awa, koffi, merchant_id } = await makeTeam();
    await dropJobs(ctx);
    const confirmed = await confirm(koffi, await upload(awa));
    expect(confirmed).toMatchObject({
      batch: {
        ...{ status: 'confirmed', made_by: 'Awa', ended_by: 'Koffi' },
        states: [{ state: 'pending', payouts: 3 }],
      },
      effects: [],
      may: { confirm: false, discard: false, approve: false, refuse: false },
    });
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 94000 available, 6000 in flight']);
    const jobs = await listJobs(ctx, 'send_payout');
    const made = await payoutsOf(awa, confirmed);
    expect(made.map(({ amount }) => amount)).toEqual([3000, 2000, 1000]);
    expect(jobs.map(({ payload }) => payload)).toEqual(
      made.toReversed().map(({ id }) => ({ merchant_id, payout_id: id })),
    );
    await advance(ctx, 60_000);
    const { batch } = await showBatch(ctx, awa, confirmed.batch.id);
    expect(batch.states.toSorted((one, other) => one.payouts - other.payouts)).toEqual([
      { state: 'success', payouts: 1 },
      { state: 'failed', payouts: 2 },
    ]);
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 99000 available, 0 in flight']);
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
    const results = (await textOf(await exportLines(ctx, awa, batch.id))).trim().split('\r\n');
    expect(results[2]).toMatch(
      /^3,A-2,failed,2000,XOF,\+2250504030201,mtn_ci,,Awa,,po_\w+,insufficient_funds,/,
    );
  });

  it('that is discarded creates no payouts, and can no longer be confirmed', async () => {
    const { awa, koffi } = await makeTeam();
    const uploaded = await upload(awa);
    const discarded = await discardBatch(ctx, koffi, uploaded.batch.id);
    expect(discarded.batch).toMatchObject({ status: 'discarded', ended_by: 'Koffi' });
    await expect(confirm(awa, uploaded)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Koffi has already discarded this file.',
    });
    await expect(discardBatch(ctx, awa, uploaded.batch.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is deleted after 30 days, unless it was confirmed', async () => {
    const { awa } = await makeTeam();
    const [kept, gone, wrong] = [await upload(awa), await upload(awa), await upload(awa, ['x'])];
    await confirm(awa, kept);
    ctx.clock.advance(kept_ms + 1);
    await forgetOldBatches(ctx, service_actor);
    await expect(showBatch(ctx, awa, gone.batch.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(showBatch(ctx, awa, wrong.batch.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await showBatch(ctx, awa, kept.batch.id)).batch.status).toBe('confirmed');
  });
});

describe('an invalid file', () => {
  it('is kept with all its errors, and cannot be confirmed', async () => {
    const { awa } = await makeTeam();
    const uploaded = await upload(awa, [...three, line('=1+1', '03'), line('@SUM(A1)', '04')]);
    expect(uploaded).toMatchObject({
      batch: { status: 'refused', lines: 5, errors: 2, totals: [] },
      findings: [
        { is_error: true, line: 5, field: 'amount', code: 'amount_unreadable' },
        { is_error: true, line: 6 },
      ],
      may: { confirm: false, discard: false },
    });
    await expect(confirm(awa, uploaded)).rejects.toMatchObject({ code: 'conflict' });
    const file = await textOf(
      await exportFindings(ctx, awa, { id: uploaded.batch.id, query: { language: 'fr' } }),
    );
    expect(file).toContain('5,montant,erreur,"« =1+1 » n’est pas un montant.');
    expect(await payoutsOf(awa, uploaded)).toEqual([]);
  });

  it('shows the first hundred errors, and exports all of them', async () => {
    const { awa } = await makeTeam();
    const { batch, findings } = await upload(
      awa,
      Array.from({ length: 2_500 }, (_, at) => line(`x${at}`, '00')),
    );
    expect([batch.errors, findings.length]).toEqual([2_500, 100]);
    const file = await textOf(await exportFindings(ctx, awa, { id: batch.id, query: {} }));
    expect(file.trim().split('\r\n')).toHaveLength(2_501);
  });

  it.each<[what: string, lines: readonly string[], code: string, words: RegExp]>([
    [
      'more than the balance',
      [line(60_000, '00'), line(50_000, '01')],
      'balance_too_small',
      /total 110000 XOF, but only 100000 XOF is available: 10000 XOF short/,
    ],
    [
      'a currency without a balance',
      ['10,GHS,+233244815100,mtn_gh,,'],
      'currency_without_balance',
      /no money in GHS/,
    ],
  ])('is rejected for %s', async (_, lines, code, words) => {
    const { awa } = await makeTeam();
    const { batch, findings } = await upload(awa, lines);
    expect(batch.status).toBe('refused');
    expect(findings).toMatchObject([{ code, line: null, words: { en: expect.stringMatching(words) } }]);
  });

  it('is rejected for an operator that the merchant has disabled', async () => {
    const { awa, merchant_id } = await makeTeam();
    const rule = { fee_percent: '0' } as const;
    await setRule(ctx, commandOf(merchant_id), { ...rule, operator: 'mtn_ci', enabled: false });
    await setRule(ctx, commandOf(merchant_id), { ...rule, operator: 'orange_ci', enabled: true });
    const { findings } = await upload(awa, [line(10, '00')]);
    expect(findings).toMatchObject([{ code: 'payouts_not_supported', line: 2 }]);
  });
});

describe('confirming a file', () => {
  it('fails as a whole if the balance was spent meanwhile', async () => {
    const { awa, koffi } = await makeTeam(10_000);
    const [first, second] = [await upload(awa), await upload(awa, [line(5000, '00')])];
    await confirm(koffi, first);
    await expect(confirm(koffi, second)).rejects.toMatchObject({
      code: 'insufficient_balance',
      fields: { amount: ['must be at most the available balance of 4000 XOF'] },
    });
    expect((await showBatch(ctx, awa, second.batch.id)).effects).toMatchObject([{ left: -1000 }]);
    expect(await payoutsOf(awa, second)).toEqual([]);
  });

  it('fails as a whole if one operator can no longer pay out', async () => {
    const { awa, merchant_id } = await makeTeam();
    const rule = { operator: 'orange_sn', fee_percent: '0' } as const;
    await setRule(ctx, commandOf(merchant_id), { ...rule, enabled: true });
    const uploaded = await upload(awa, [...three, '7,XOF,+221771234567,orange_sn,,']);
    await setRule(ctx, commandOf(merchant_id), { ...rule, enabled: false });
    await expect(confirm(awa, uploaded)).rejects.toMatchObject({ code: 'invalid_fields' });
    expect(await payoutsOf(awa, uploaded)).toEqual([]);
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 100000 available, 0 in flight']);
  });

  it('succeeds for only one of two people; the other gets an error that names that person', async () => {
    const { awa, koffi } = await makeTeam();
    await dropJobs(ctx);
    const uploaded = await upload(awa);
    const held = await ctx.pool.connect();
    await held.query('begin; lock table payout_orders in share mode');
    const both = Promise.allSettled([confirm(awa, uploaded), confirm(koffi, uploaded)]);
    await untilWaiting(ctx.database, 2);
    await held.query('commit');
    held.release();
    const answers = await both;
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = answers.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({
      reason: { code: 'conflict', message: expect.stringMatching(/^(Awa|Koffi) has already confirmed/) },
    });
    expect(await payoutsOf(awa, uploaded)).toHaveLength(3);
    expect(await listJobs(ctx, 'send_payout')).toHaveLength(3);
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 94000 available, 6000 in flight']);
  });

  it('creates its payouts once, even if a process dies just before its commit', {
    timeout: 60_000,
  }, async () => {
    const { awa } = await makeTeam();
    await dropJobs(ctx);
    const uploaded = await upload(awa);
    const script = fileURLToPath(new URL('./testing/confirm-alone.ts', import.meta.url));
    const run = () =>
      spawn(process.execPath, [script, ctx.database.database_url, JSON.stringify(awa), uploaded.batch.id]);
    // At this point the payouts, orders and ledger entries are written, but not the jobs.
    const held = await ctx.pool.connect();
    await held.query('begin; lock table graphile_worker._private_jobs in share mode');
    const child = run();
    const is_early = once(child, 'close').then(([code]) => Promise.reject(new Error(`ended with ${code}`)));
    await Promise.race([untilWaiting(ctx.database, 1, '_private_jobs'), is_early]).catch(async (error) => {
      await held.query('rollback');
      held.release();
      throw error;
    });
    // The rejection that follows when the process is killed below must not count as unhandled.
    is_early.catch(() => undefined);
    child.kill('SIGKILL');
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    await held.query('commit');
    held.release();
    expect(await payoutsOf(awa, uploaded)).toEqual([]);
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 100000 available, 0 in flight']);
    expect(await once(run(), 'close')).toEqual([0, null]);
    expect(await payoutsOf(awa, uploaded)).toHaveLength(3);
    expect(await listJobs(ctx, 'send_payout')).toHaveLength(3);
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 94000 available, 6000 in flight']);
  });

  it('creates its payouts once if the same person confirms twice', async () => {
    const { awa } = await makeTeam();
    const uploaded = await upload(awa);
    const answers = await Promise.all([confirm(awa, uploaded), confirm(awa, uploaded)]);
    expect(answers.map(({ batch }) => batch.status)).toEqual(['confirmed', 'confirmed']);
    expect(await payoutsOf(awa, uploaded)).toHaveLength(3);
  });
});

describe('permissions for batches', () => {
  it.each(roles.filter((role) => !['owner', 'admin', 'finance'].includes(role)))(
    'let a %s only read',
    async (role) => {
      const { awa, merchant_id } = await makeTeam();
      const uploaded = await upload(awa);
      const other = makeStaff(merchant_id, role);
      expect((await showBatch(ctx, other, uploaded.batch.id)).may).toEqual({
        ...{ confirm: false, discard: false, approve: false, refuse: false },
      });
      for (const verb of [
        () => upload(other),
        () => confirm(other, uploaded),
        () => discardBatch(ctx, other, uploaded.batch.id),
      ]) {
        await expect(verb()).rejects.toMatchObject({ code: 'forbidden' });
      }
    },
  );

  it('exclude other merchants and the other mode', async () => {
    const { awa } = await makeTeam();
    const stranger = (await makeTeam()).awa;
    const uploaded = await upload(awa);
    const { id } = uploaded.batch;
    for (const actor of [stranger, { ...awa, mode: 'live' } as const]) {
      const verbs = [
        () => showBatch(ctx, actor, id),
        () => confirm(actor, uploaded),
        () => discardBatch(ctx, actor, id),
        () => decideBatch(ctx, actor, { id, body: { decision: 'approve' } }),
        () => exportLines(ctx, actor, id),
        () => exportFindings(ctx, actor, { id, query: {} }),
      ];
      for (const verb of verbs) await expect(verb()).rejects.toMatchObject({ code: 'not_found' });
      expect((await browseBatches(ctx, actor, {})).items).toEqual([]);
      expect(await payoutsOf(actor, uploaded)).toEqual([]);
    }
  });

  it('are complemented by the audit log, which names the uploader and the confirmer', async () => {
    const { awa, koffi, merchant_id } = await makeTeam();
    const { batch } = await uploadBatch(actAs(ctx, authorOf(awa)), awa, {
      query: {},
      content: bytesOf(`${heading}\n${three[0]}`),
    });
    await confirmBatch(actAs(ctx, authorOf(koffi)), koffi, { id: batch.id, body: {} });
    const { rows } = await ctx.pool.query(
      `select object_type, action, author_name, object_id = $2 as is_batch from audit_log
      where merchant_id = $1 and object_type like 'payout%' order by position`,
      [merchant_id, batch.id],
    );
    expect(rows).toEqual([
      { object_type: 'payout_batch', action: 'created', author_name: `Awa <${awa.email}>`, is_batch: true },
      { object_type: 'payout', action: 'created', author_name: `Koffi <${koffi.email}>`, is_batch: false },
      {
        object_type: 'payout_batch',
        action: 'changed',
        author_name: `Koffi <${koffi.email}>`,
        is_batch: true,
      },
    ]);
  });
});

describe('the list of batches', () => {
  it('is read page by page, newest first', async () => {
    const { awa } = await makeTeam();
    for (const amount of [1, 2, 3]) await upload(awa, [line(amount, '00')]);
    const first = await browseBatches(ctx, awa, { limit: '2' });
    expect(first.items.map(({ totals }) => totals[0]?.amount)).toEqual([3, 2]);
    const second = await browseBatches(ctx, awa, { limit: '2', cursor: first.next_cursor ?? '' });
    expect(second.items.map(({ totals }) => totals[0]?.amount)).toEqual([1]);
    expect(second.next_cursor).toBeNull();
    await expect(browseBatches(ctx, awa, { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_fields' });
  });
});

describe('the template for files of payouts', () => {
  it.each(['en', 'fr'])('in %s is a valid file', async (language) => {
    const { awa } = await makeTeam();
    const { batch, findings } = await uploadBatch(ctx, awa, {
      query: {},
      content: bytesOf(await textOf(writeTemplate(awa, { language }))),
    });
    expect(findings).toEqual([]);
    expect(batch).toMatchObject({ status: 'checked', lines: 2 });
  });
});
