import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { balancesOf } from '../../../../../../test-support/payouts.ts';
import { showBatch } from './detail.ts';
import { kept_ms } from './limits.ts';
import { makeBatches, three } from './testing/make-batches.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const { upload, confirm, makeTeam } = makeBatches(() => ctx);

describe('a second file with the same content', () => {
  it('gets a warning, and is paid only if the repetition is confirmed', async () => {
    const { awa, koffi } = await makeTeam();
    const first = await upload(awa);
    const second = await upload(koffi, three, 'copy.csv');
    expect(second.same_as).toMatchObject({ id: first.batch.id, status: 'checked', made_by: 'Awa' });
    expect((await showBatch(ctx, awa, first.batch.id)).same_as).toBeNull();
    await confirm(koffi, second);
    expect((await showBatch(ctx, awa, first.batch.id)).same_as).toMatchObject({ status: 'confirmed' });
    await expect(confirm(awa, first)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('confirmed by Koffi'),
    });
    await confirm(awa, first, { again: second.batch.id });
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 88000 available, 12000 in flight']);
  });

  it('is repeated only once if two people repeat the same confirmed file', async () => {
    const { awa, koffi } = await makeTeam();
    const paid = await confirm(awa, await upload(awa));
    const [first, second] = [await upload(awa), await upload(koffi)];
    expect([first.same_as?.id, second.same_as?.id]).toEqual([paid.batch.id, paid.batch.id]);
    await confirm(koffi, second, { again: paid.batch.id });
    const later = await upload(koffi);
    await expect(confirm(awa, first, { again: paid.batch.id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('confirmed by Koffi'),
    });
    // The last confirmed one counts, not the last uploaded one.
    ctx.clock.advance(1_000);
    await confirm(awa, first, { again: second.batch.id });
    await expect(confirm(koffi, later, { again: second.batch.id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('confirmed by Awa'),
    });
    expect((await showBatch(ctx, koffi, later.batch.id)).same_as?.id).toBe(first.batch.id);
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 82000 available, 18000 in flight']);
  });

  it('is not paid in addition if two people confirm both files concurrently', async () => {
    const { awa, koffi } = await makeTeam();
    const [first, second] = [await upload(awa), await upload(koffi)];
    const answers = await Promise.allSettled([confirm(awa, first), confirm(koffi, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 94000 available, 6000 in flight']);
  });

  it('gets no warning if the first is another merchant’s or older than 30 days', async () => {
    const { awa } = await makeTeam();
    await confirm(awa, await upload(awa));
    const other = await makeTeam();
    expect((await upload(other.awa)).same_as).toBeNull();
    ctx.clock.advance(kept_ms + 1);
    expect((await upload(awa)).same_as).toBeNull();
  });

  it('gets a warning for 30 days after the first was confirmed, even if that was long after its upload', async () => {
    const { awa } = await makeTeam();
    const file = await upload(awa);
    ctx.clock.advance(kept_ms - 60_000);
    await confirm(awa, file);
    ctx.clock.advance(kept_ms - 60_000);
    expect((await upload(awa)).same_as).toMatchObject({ status: 'confirmed' });
    ctx.clock.advance(120_000);
    expect((await upload(awa)).same_as).not.toMatchObject({ status: 'confirmed' });
  });
});
