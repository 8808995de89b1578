import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, makeCheckout, makeMerchant } from '../testing/api.ts';
import { formOf, makeVisitor, payOnPage, postForm } from '../testing/visitor.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await shareService();
  ({ key } = await makeMerchant(service, { rules: ['mtn_ci', 'moov_ci', 'orange_ci', 'wave_ci'] }));
});
afterAll(() => service.stop());

/** Operators in the order of the page. */
function codesOn(html: string): (string | undefined)[] {
  return [...html.matchAll(/name="operator"[^>]*value="(\w+)"|value="(\w+)"[^>]*name="operator"/g)].map(
    ([, one, other]) => one ?? other,
  );
}

const by_code = ['moov_ci', 'mtn_ci', 'orange_ci', 'wave_ci'];
const customer_phone = '+2250548151600';

test('a returning customer’s last operator is listed first and preselected, and the customer can choose another', async () => {
  const first = await makeCheckout(service, { customer_phone }, key);
  const visitor = makeVisitor(service);
  const before = await visitor.open(`/pay/${first.token}`);
  expect(codesOn(before.text)).toEqual(by_code);
  // Nothing is remembered yet: the operator is guessed from the number.
  expect(formOf(before, '/choose').fields.operator).toBe('mtn_ci');
  expect(before.text).toContain('id="guess" role="status" data-guess="1">');
  await payOnPage(service, first.token, { operator: 'wave_ci', phone: customer_phone });

  const next = await makeCheckout(service, { customer_phone }, key);
  const remembered = await visitor.open(`/pay/${next.token}`);
  expect(codesOn(remembered.text)).toEqual(['wave_ci', 'moov_ci', 'mtn_ci', 'orange_ci']);
  expect(formOf(remembered, '/choose').fields.operator).toBe('wave_ci');
  await visitor.submit(remembered, '/choose', { operator: 'mtn_ci' });
  const again = await visitor.open(`/pay/${next.token}?step=choose`);
  expect(again.text).toMatch(/id="guess" role="status">.*MTN MoMo/s);
  expect(formOf(again, '/choose').fields.operator).toBe('mtn_ci');
});

test('no operator is preselected without a number, or for one without history or matching prefix', async () => {
  const { token } = await makeCheckout(service, {}, key);
  const screen = await makeVisitor(service).open(`/pay/${token}`);
  expect(formOf(screen, '/choose').fields.operator).toBeUndefined();
  const corrected = await postForm(service, `/pay/${token}/choose`, 'operator=&phone=0948151600');
  expect(corrected.text).not.toMatch(/\schecked\b/);
});

test('the API lists operators in its own order', async () => {
  const listed = await callApi(service, '/api/v1/operators?country=CI', { key });
  const items = listed.body.data?.items as { code: string }[];
  expect(items.map(({ code }) => code)).toEqual(['mtn_ci', 'orange_ci', 'moov_ci', 'wave_ci']);
  const { token } = await makeCheckout(service, { customer_phone }, key);
  const session = await callApi(service, `/api/v1/checkout/${token}`);
  const operators = session.body.data?.operators as { code: string }[];
  expect(operators.map(({ code }) => code)).toEqual(by_code);
});
