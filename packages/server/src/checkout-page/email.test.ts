import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout, retrievePayment } from '../testing/api.ts';
import { formOf, makeVisitor, type Screen } from '../testing/visitor.ts';
import { languages, texts } from './texts/texts.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const given = 'ama@courriel.example';
const means = { operator: 'mtn_ci', phone: '05 48 15 16 42' };
const emailOf = async (payment_id: string): Promise<unknown> => {
  const { customer } = (await retrievePayment(service, payment_id)) as { customer: { email: unknown } };
  return customer.email;
};
const open = (token: string): Promise<Screen> => makeVisitor(service, 'en').open(`/pay/${token}`);

describe.each(['default', 'abidjan', 'cotonou'])(
  'the e-mail address of a session, template %s',
  (template) => {
    test('is filled in, and kept unless it is changed', async () => {
      const { token, payment_id } = await makeCheckout(service, { template, customer_email: given });
      const screen = await open(token);
      expect(formOf(screen, '/choose')).toMatchObject({ fields: { email: given } });
      expect(screen.words).toContain('E-mail address');
      expect(screen.words).toContain('optional');
      const confirm = await makeVisitor(service, 'en').submit(screen, '/choose', means);
      expect(confirm.state).toBe('confirm');
      expect(await emailOf(payment_id)).toBe(given);
    });

    test('is neither requested nor accepted if the merchant provided none', async () => {
      const { token, payment_id } = await makeCheckout(service, { template });
      const screen = await open(token);
      expect(screen.text).not.toContain('name="email"');
      await makeVisitor(service, 'en').submit(screen, '/choose', { ...means, email: 'x@y.example' });
      expect(await emailOf(payment_id)).toBeNull();
    });
  },
);

describe('the customer', () => {
  test.each([
    ['changes the address', ' kofi@autre.example ', 'kofi@autre.example'],
    ['removes the address', '  ', null],
  ])('%s', async (_, typed, kept) => {
    const { token, payment_id } = await makeCheckout(service, { customer_email: given });
    const confirm = await makeVisitor(service, 'en').submit(await open(token), '/choose', {
      ...means,
      email: typed,
    });
    expect(confirm.state).toBe('confirm');
    expect(await emailOf(payment_id)).toBe(kept);
  });

  test.each([...languages])('sees the problem in %s, with the typed text kept', async (language) => {
    const { token, payment_id } = await makeCheckout(service, { customer_email: given });
    const visitor = makeVisitor(service, language);
    const typed = `ama"><b>@`;
    const screen = await visitor.submit(await visitor.open(`/pay/${token}`), '/choose', {
      ...means,
      email: typed,
    });
    expect([screen.status, screen.state]).toEqual([422, 'choose']);
    expect(screen.words).toContain(texts[language].choose_problems.email.replace(/\s+/g, ' '));
    expect(formOf(screen, '/choose')).toMatchObject({ fields: { email: typed } });
    expect(screen.text).not.toContain('"><b>@');
    expect(await emailOf(payment_id)).toBe(given);
  });

  test('cannot enter an address that is too long or cannot be stored', async () => {
    const { token, payment_id } = await makeCheckout(service, { customer_email: given });
    for (const email of [`${'a'.repeat(250)}@b.example`, 'a\u0000@b.example', 'a b@c.example']) {
      const screen = await makeVisitor(service, 'en').submit(await open(token), '/choose', {
        ...means,
        email,
      });
      expect(screen.status).toBe(422);
    }
    expect(await emailOf(payment_id)).toBe(given);
  });

  test('cannot change the address once the payment is in progress', async () => {
    const { token, payment_id } = await makeCheckout(service, { customer_email: given });
    const visitor = makeVisitor(service, 'en');
    const choose = await visitor.open(`/pay/${token}`);
    const confirm = await visitor.submit(choose, '/choose', means);
    await visitor.submit(confirm, '/pay');
    await visitor.submit(choose, '/choose', { ...means, email: 'late@courriel.example' });
    expect(await emailOf(payment_id)).toBe(given);
  });
});

describe('a page of the merchant’s own', () => {
  const pay = async (token: string, fields: object) => {
    const answer = await fetch(`${service.url}/api/v1/checkout/${token}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operator: 'mtn_ci', phone: '+2250548151600', ...fields }),
    });
    return { status: answer.status, body: (await answer.json()) as { errors: unknown } };
  };

  test('may send a different address with the payment', async () => {
    const { token, payment_id } = await makeCheckout(service, { customer_email: given });
    expect((await pay(token, { customer_email: 'kofi@autre.example' })).status).toBe(200);
    expect(await emailOf(payment_id)).toBe('kofi@autre.example');
  });

  test('gets an error for an invalid address', async () => {
    const { token } = await makeCheckout(service, {});
    const { status, body } = await pay(token, { customer_email: 'kofi' });
    expect([status, body.errors]).toEqual([422, { customer_email: ['must be an e-mail address'] }]);
  });
});
