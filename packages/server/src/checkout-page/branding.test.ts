import { setBranding } from '@guichet/core/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makePng, pictures } from '../../../../test-support/logos.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, makeCheckout, makeMerchant } from '../testing/api.ts';
import { send } from '../testing/send.ts';
import { makeVisitor } from '../testing/visitor.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

test.each(['default', 'abidjan', 'cotonou'])(
  'a new colour appears on the next page of %s, and an empty one restores the default blue',
  async (template) => {
    const { merchant_id, key } = await makeMerchant(service, { rules: ['mtn_ci'] });
    const { token } = await makeCheckout(service, { template }, key);
    const read = async () => {
      const { text } = await makeVisitor(service).open(`/pay/${token}`);
      const { body } = await callApi(service, `/api/v1/checkout/${token}`);
      const merchant = body.data?.merchant as { branding: { primary_color: string | null } };
      return {
        shown: [...text.matchAll(/--checkout-primary:([^;]+);/g)].map(([, color]) => color),
        told: merchant.branding.primary_color,
      };
    };
    expect(await read()).toEqual({ shown: ['#1d4ed8'], told: null });
    await setBranding(service.ctx, commandOf(merchant_id), { primary_color: '#0a7d3c' });
    expect(await read()).toEqual({ shown: ['#0A7D3C'], told: '#0A7D3C' });
    await setBranding(service.ctx, commandOf(merchant_id), { primary_color: '' });
    expect(await read()).toEqual({ shown: ['#1d4ed8'], told: null });
  },
);

describe('the logo', () => {
  const image = (text: string): string | undefined => /<img class="logo[^>]*>/.exec(text)?.[0];
  const logoOf = (logo: string | null, merchant_id: string) =>
    setBranding(service.ctx, commandOf(merchant_id), { logo });

  test.each(['default', 'abidjan', 'cotonou'])(
    'stands beside the name on the next page of %s, until it is removed',
    async (template) => {
      const { merchant_id, key } = await makeMerchant(service, { rules: ['mtn_ci'] });
      const { token } = await makeCheckout(service, { template }, key);
      const open = async () => (await makeVisitor(service).open(`/pay/${token}`)).text;
      expect(image(await open())).toBeUndefined();
      await logoOf(pictures.webp, merchant_id);
      const text = await open();
      expect(image(text)).toBe(
        `<img class="logo" src="data:image/webp;base64,${pictures.webp}" alt="" width="24" height="16">`,
      );
      expect(text).toContain(`${image(text)}<bdi>`);
      await logoOf(null, merchant_id);
      expect(image(await open())).toBeUndefined();
    },
  );

  test.each([
    ['24 by 16', { width: 24, height: 16 }, 'width="24" height="16"'],
    ['96 by 96', { width: 96, height: 96 }, 'width="40" height="40"'],
    ['192 by 64', { width: 192, height: 64 }, 'width="120" height="40"'],
    ['256 by 1', { width: 256, height: 1 }, 'width="120" height="1"'],
    ['1 by 256', { width: 1, height: 256 }, 'width="1" height="40"'],
  ])('of %s pixels has its place on the page before it is drawn', async (_, facts, size) => {
    const { merchant_id, key } = await makeMerchant(service, { rules: ['mtn_ci'] });
    await logoOf(makePng({ ...facts, bytes: 500 }), merchant_id);
    const { token } = await makeCheckout(service, {}, key);
    const { text, headers } = await send(service.url, `/pay/${token}`);
    expect(image(text)).toContain(`alt="" ${size}>`);
    expect(headers['content-security-policy']).toContain("img-src 'self' data:");
  });
});
