import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout } from '../testing/api.ts';
import { makeVisitor, payOnPage, postForm } from '../testing/visitor.ts';
import { texts as allTexts } from './texts/texts.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const texts = allTexts.en;

/** Pays by a request that waits for a person, made so many minutes ago. */
async function waitFor(minutes: number) {
  const { token, payment_id } = await makeCheckout(service);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151622' });
  await service.ctx.pool.query(
    `update attempts set created_at = created_at - $2 * interval '1 minute' where payment_id = $1`,
    [payment_id, minutes],
  );
  const visitor = makeVisitor(service);
  return { token, payment_id, visitor, page: await visitor.open(`/pay/${token}`) };
}

const attemptsOf = async (payment_id: string): Promise<readonly string[]> => {
  const { rows } = await service.ctx.pool.query(
    'select status from attempts where payment_id = $1 order by number',
    [payment_id],
  );
  return rows.map(({ status }) => status);
};

describe('a customer who sees no request', () => {
  test('is told what to dial and choose, and cannot ask again while it may still appear', async () => {
    const { page, visitor, payment_id } = await waitFor(4);
    expect(page.words).toContain(`${texts.waiting_dial} *133# then choose 1 › 1 and enter your PIN.`);
    expect(page.text).toContain('<a class="dial" dir="ltr" href="tel:*133%23">*133#</a>');
    expect(page.words).not.toContain(texts.again);
    const { headers } = await postForm(service, `${page.path.replace(/\?.*/, '')}/again`, '');
    expect(headers.location).toMatch(/\/pay\/[\w-]+$/);
    expect((await visitor.open(page.path)).state).toBe('waiting');
    expect(await attemptsOf(payment_id)).toEqual(['submitted']);
  });

  test('may ask again after the operator’s time, and is told when the request is still open', async () => {
    const { page, visitor, payment_id } = await waitFor(6);
    expect(page.words).toContain(texts.again_about('MTN MoMo'));
    expect(page.words).not.toContain(texts.waiting_time_left);
    const asked = await visitor.submit(page, '/again');
    expect(asked.state).toBe('waiting');
    expect(asked.words).toContain(texts.again_open('MTN MoMo'));
    expect(await attemptsOf(payment_id)).toEqual(['submitted']);
  });

  test('only confirms again what has ended unanswered, and then has one open request', async () => {
    const { page, visitor, payment_id } = await waitFor(6);
    await service.ctx.pool.query(
      `update sandbox_transactions set decision = 'refused', decided_at = now() where reference =
         (select reference from attempts where payment_id = $1)`,
      [payment_id],
    );
    const confirm = await visitor.submit(page, '/again');
    expect([confirm.state, confirm.words.includes('05 48 15 16 22')]).toEqual(['confirm', true]);
    expect(await attemptsOf(payment_id)).toEqual(['failed']);
    expect((await visitor.submit(confirm, '/pay')).state).toBe('waiting');
    expect(await attemptsOf(payment_id)).toEqual(['failed', 'submitted']);
  });

  test('cannot make the page say so by its address', async () => {
    const { token, visitor } = await waitFor(1);
    const page = await visitor.open(`/pay/${token}?again=still_open`);
    expect(page.words).not.toContain(texts.again_open('MTN MoMo'));
  });
});
