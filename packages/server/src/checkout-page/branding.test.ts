import { setBranding } from '@guichet/core/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, makeCheckout, makeMerchant } from '../testing/api.ts';
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
