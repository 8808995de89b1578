import { updateProfile } from '@guichet/core/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout, makeMerchant, retrievePayment } from '../testing/api.ts';
import { send } from '../testing/send.ts';
import { payOnPage } from '../testing/visitor.ts';

let service: TestService;
let merchant: Awaited<ReturnType<typeof makeMerchant>>;
const contact = {
  phone: '+225 07 07 07 07 07',
  whatsapp: '+2250505050505',
  email: 'aya@shop.example',
  hours: 'Lundi <samedi>',
};
beforeAll(async () => {
  service = await shareService();
  merchant = await makeMerchant(service, { name: 'Boutique Aya', rules: ['mtn_ci'] });
  await updateProfile(service.ctx, commandOf(merchant.merchant_id, 'test'), { contact });
});
afterAll(() => service.stop());

/** Pays with a number that ends in these digits. @returns the page afterwards, and the payment's reference */
async function pageAfter(digits: string) {
  const { token, payment_id } = await makeCheckout(service, {}, merchant.key);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: `+22505481516${digits}` });
  const { text } = await send(service.url, `/pay/${token}`, { headers: { 'accept-language': 'en' } });
  const { reference } = await retrievePayment(service, payment_id, merchant.key);
  return { text, reference: String(reference) };
}

describe('the contact of the merchant', () => {
  test.each([
    ['waiting', '22'],
    ['unknown', '12'],
    ['failed', '01'],
  ])('is on the page of a payment that is %s, with the message already written', async (state, digits) => {
    const { text, reference } = await pageAfter(digits);
    expect(text).toContain(`data-state="${state}"`);
    const [, message = ''] = /https:\/\/wa\.me\/2250505050505\?text=([^"]+)"/.exec(text) ?? [];
    expect(decodeURIComponent(message)).toMatch(
      new RegExp(`^Hello, I need help with my payment of 25\\s000\\sF\\sCFA, reference ${reference}, `),
    );
    expect(text).toContain('href="mailto:aya%40shop.example?subject=');
    expect(text).toContain('href="tel:+2250707070707"');
    expect(text).toContain('Lundi &lt;samedi&gt;');
  });

  test('is on the receipt', async () => {
    const { reference } = await pageAfter('00');
    const { text } = await send(service.url, `/r/${reference}`);
    for (const part of [
      'tel:+2250707070707',
      'wa.me/2250505050505',
      'mailto:aya@shop.example',
      'Lundi &lt;samedi&gt;',
    ])
      expect(text).toContain(part);
  });

  test.each([
    [{ phone: '12' }, 'contact.phone'],
    [{ whatsapp: 'javascript:alert(1)' }, 'contact.whatsapp'],
    [{ email: 'aya@' }, 'contact.email'],
    [{ hours: ' ' }, 'contact.hours'],
    [{ hours: 'x'.repeat(101) }, 'contact.hours'],
    [{ site: 'https://shop.example' }, 'contact.site'],
  ])('%j is refused at its field', async (changed, field) => {
    const refused = updateProfile(service.ctx, commandOf(merchant.merchant_id, 'test'), { contact: changed });
    await expect(refused).rejects.toMatchObject({ fields: { [field]: expect.any(Array) } });
  });

  test('that was removed is shown no more', async () => {
    const none = { phone: null, whatsapp: null, email: null, hours: null };
    await updateProfile(service.ctx, commandOf(merchant.merchant_id, 'test'), { contact: none });
    const { text } = await pageAfter('01');
    expect(text).not.toContain('wa.me');
    expect(text).not.toContain('Write to');
  });
});
