import { setBranding } from '@guichet/core/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makePng, pictures } from '../../../../test-support/logos.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, expectError, makeCheckout, makeMerchant, retrievePayment } from '../testing/api.ts';
import { type Answer, send } from '../testing/send.ts';
import { payOnPage } from '../testing/visitor.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const bytes_max = 6_000;
const languages = ['en', 'fr', 'sw', 'pt', 'ar'] as const;

async function makePaid(
  fields: Record<string, unknown> = {},
  key = service.demo.test_key,
): Promise<{ payment_id: string; reference: string; token: string }> {
  const { token, payment_id } = await makeCheckout(service, fields, key);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  const { reference } = await retrievePayment(service, payment_id, key);
  return { payment_id, token, reference: String(reference) };
}

const view = (path: string, language = 'en'): Promise<Answer> =>
  send(service.url, path, { headers: { 'accept-language': language } });
/** The words of a page, with plain spaces. */
const wordsOf = (page: Answer): string => page.text.replaceAll(/\s/g, ' ');
const codeIn = (page: Answer): string => /verify\?code=([\w-]+)/.exec(page.text)?.[1] ?? '';

describe('a receipt', () => {
  test('shows amount, shop, operator and masked number, without script', async () => {
    const { reference } = await makePaid({ description: 'Pagne wax, 6 yards' });
    const page = await view(`/r/${reference}`);
    expect(page.status).toBe(200);
    for (const text of ['25 500 F CFA', 'Pagne wax, 6 yards', 'MTN MoMo', '+22505******00', reference])
      expect(wordsOf(page)).toContain(text);
    expect(page.text).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['x-robots-tag']).toBe('noindex');
  });

  test.each(languages)('in %s has at most 6,000 bytes, even with the longest texts', async (language) => {
    const { reference } = await makePaid({ description: '漢'.repeat(255) });
    const page = await view(`/r/${reference}`, language);
    expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(bytes_max);
  });

  test('has the logo where there is room for it, and is complete without it', async () => {
    const { merchant_id, key } = await makeMerchant(service, { name: 'Boutique Aya', rules: ['mtn_ci'] });
    const paid = await makePaid({ description: 'Pagne wax, 6 yards' }, key);
    const long = await makePaid({ description: '漢'.repeat(255) }, key);
    for (const [reference, logo, is_shown] of [
      [paid.reference, pictures.webp, true],
      [paid.reference, makePng({ bytes: 2048 }), false],
      [long.reference, makePng({ bytes: 2048 }), false],
    ] as const) {
      await setBranding(service.ctx, commandOf(merchant_id), { logo });
      for (const language of languages) {
        const { text } = await view(`/r/${reference}`, language);
        expect(text.includes(logo), language).toBe(is_shown);
        expect(text).toContain('verify?code=');
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes_max);
      }
    }
  });

  test('escapes what the merchant wrote', async () => {
    const { reference } = await makePaid({ description: '"><script>alert(1)</script>' });
    expect((await view(`/r/${reference}`)).text).not.toContain('<script');
  });

  test.each(['00000-00000', 'nothing', "' or 1=1", 'A'.repeat(50), '%00', '..%2f..%2f'])(
    'with the number %j does not exist',
    async (reference) => {
      const page = await view(`/r/${encodeURIComponent(reference)}`);
      expect([page.status, page.text.includes('No such receipt')]).toEqual([404, true]);
    },
  );

  test('is found with its number in lower case and without a hyphen', async () => {
    const { reference } = await makePaid();
    expect((await view(`/r/${reference.toLowerCase().replace('-', '')}`)).status).toBe(200);
  });
});

describe('verification', () => {
  test.each(languages)('in %s is one file of at most 6,000 bytes', async (language) => {
    const page = await view('/verify', language);
    expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(bytes_max);
  });

  test('without script says that a receipt is genuine, and that a changed one is not', async () => {
    const { reference } = await makePaid();
    const code = codeIn(await view(`/r/${reference}`));
    const genuine = await view(`/verify?code=${code}`);
    expect(wordsOf(genuine)).toMatch(/<h2>Genuine: 25 500 F CFA to .* on /);
    const forged = await view(`/verify?code=A${code.slice(1)}`);
    expect(forged.text).toContain('<h2>Not genuine</h2>');
    // As people paste it: the whole address.
    const pasted = encodeURIComponent(`${service.url}/verify?code=${code}`);
    expect((await view(`/verify?code=${pasted}`)).text).toContain('<h2>Genuine');
  });

  test('shows a code with markup as not genuine, and runs nothing', async () => {
    const page = await view(`/verify?code=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(page.text).toContain('Not genuine');
    expect(page.text).not.toContain('<script>alert');
  });

  test('tells saved copies the state, from any origin', async () => {
    const { reference } = await makePaid();
    const code = codeIn(await view(`/r/${reference}`));
    const state = await view(`/verify/state?code=${code}`);
    expect(state.headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(state.text)).toMatchObject({ genuine: true, state: 'paid', receipt: { reference } });
    expect(JSON.parse((await view('/verify/state')).text)).toMatchObject({ genuine: false });
  });

  test('tells programs about errors as JSON', async () => {
    await service.ctx.pool.query('alter table receipt_keys rename to hidden_keys');
    try {
      const failed = await view('/verify/state?code=AAAA');
      expect([failed.status, JSON.parse(failed.text).code]).toEqual([500, 'internal_error']);
      const page = await view('/verify?code=AAAA');
      expect([page.status, page.text.startsWith('<!doctype html>')]).toEqual([500, true]);
    } finally {
      await service.ctx.pool.query('alter table hidden_keys rename to receipt_keys');
    }
  });

  test('publishes the keys', async () => {
    const keys = await view('/.well-known/guichet-receipts.json');
    expect(JSON.parse(keys.text)).toEqual({
      keys: [expect.objectContaining({ kty: 'OKP', crv: 'Ed25519', replaced_at: null })],
    });
  });

  test.each(['POST', 'PUT', 'DELETE'])('does not support %s', async (method) => {
    expect((await send(service.url, '/verify', { method })).status).toBe(405);
  });
});

describe('POST /receipts/{reference}/collection', () => {
  test('records the hand-over once', async () => {
    const { reference, payment_id } = await makePaid();
    const collect = () =>
      callApi(service, `/api/v1/receipts/${reference}/collection`, {
        method: 'POST',
        key: service.demo.test_key,
      });
    const first = await collect();
    expect([first.status, first.body.data]).toEqual([
      201,
      expect.objectContaining({ payment_id, reference }),
    ]);
    expectError(await collect(), 409, 'already_collected');
  });
});

describe('after paying, the page', () => {
  test('links to the receipt, and returns by itself until the customer stays or has left', async () => {
    const { token, reference } = await makePaid();
    const page = await view(`/pay/${token}`);
    expect(page.text).toContain(`href="/r/${reference}"`);
    expect(page.text).toContain('data-go=');
    const stayed = await view(`/pay/${token}?stay=1`);
    expect(stayed.text).not.toContain('data-go=');
    const [cookie = ''] = stayed.headers['set-cookie'] ?? [];
    expect(cookie).toBe(`guichet_left=1; Path=/pay/${token}; Max-Age=1800; HttpOnly; SameSite=Lax`);
    const again = await send(service.url, `/pay/${token}`, { headers: { cookie: 'a=b; guichet_left=1' } });
    expect(again.text).not.toContain('data-go=');
    expect(again.text).not.toContain('http-equiv="refresh"');
    const left = await view(`/pay/${token}/leave`);
    expect(left.headers['set-cookie']).toEqual([cookie]);
    const address = new URL(String(left.headers.location));
    expect(address.searchParams.get('receipt')).toBe(`${service.url}/r/${reference}`);
  });
});
