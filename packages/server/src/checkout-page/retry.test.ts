import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout, retrievePayment } from '../testing/api.ts';
import { makeVisitor, payOnPage } from '../testing/visitor.ts';
import { texts as allTexts } from './texts/texts.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const texts = allTexts.en;

test.each([
  ['insufficient_funds', '01', ['choose', 'confirm']],
  ['payer_cancelled', '02', ['confirm', 'choose']],
  ['wrong_pin', '05', ['confirm', 'choose']],
  ['not_registered', '06', ['choose', 'confirm']],
])('after %s the page offers two ways on, the likelier one first', async (reason, digits, steps) => {
  const { token, payment_id } = await makeCheckout(service);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: `+22505481516${digits}` });
  const visitor = makeVisitor(service);
  await expect
    .poll(async () => (await visitor.open(`/pay/${token}`)).state, { timeout: 20_000 })
    .toBe('failed');
  expect((await retrievePayment(service, payment_id)).failure).toMatchObject({ code: reason });
  const failed = await visitor.open(`/pay/${token}`);
  expect(failed.links.flatMap((href) => /step=(choose|confirm)/.exec(href)?.[1] ?? [])).toEqual(steps);
  expect(failed.words).toContain(texts.failed_same);
  expect(failed.words).toContain(texts.failed_other);
});

test('the same number again only has to be confirmed, and is charged once more', async () => {
  const { token, payment_id } = await makeCheckout(service);
  const failed = await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151601' });
  const visitor = makeVisitor(service);
  const again = await visitor.open(failed.links.find((href) => href.includes('step=confirm')) ?? '');
  expect([again.state, again.words.includes('05 48 15 16 01')]).toEqual(['confirm', true]);
  expect((await visitor.submit(again, '/pay')).state).toBe('failed');
  const { rows } = await service.ctx.pool.query('select phone from attempts where payment_id = $1', [
    payment_id,
  ]);
  expect(rows.map(({ phone }) => phone)).toEqual(['+2250548151601', '+2250548151601']);
});
