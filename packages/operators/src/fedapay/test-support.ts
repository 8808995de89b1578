import { asCurrency } from '@guichet/kernel/currencies';
import { makeFedapay } from '@guichet/simulators/fedapay/make';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import { makeWorld } from '@guichet/simulators/world';
import type { ProviderSetting } from '../conformance/provider-world.ts';
import type { CollectRequest, LookupRequest, PayoutRequest } from '../contract.ts';
import { makeHttp } from '../http/make-http.ts';
import { fedapay } from './index.ts';

const keys = { secret_key: 'sk_sandbox_test', webhook_secret: 'wh_sandbox_test' };

/** FedaPay and its simulator, for Moov in Togo, which no other connector reaches. */
export const setting: ProviderSetting = {
  provider: fedapay,
  makeSimulator: (world) => makeFedapay(world, keys),
  config: (base_url) => ({ ...keys, base_url: `${base_url}/v1`, payout_modes: 'moov_tg=moov_tg' }),
  operator: 'moov_tg',
  currency: asCurrency('XOF'),
  phone: '+22896123456',
  provider_phone: '96123456',
  money_paths: { collect: '/v1/moov_tg', payout: '/v1/payouts/start' },
  codes: {
    collect: {
      payer_cancelled: 'declined',
      insufficient_funds: 'INSUFFICIENT_FUND_ERROR',
      other: 'canceled',
    },
    payout: { other: 'API_ERROR' },
  },
  never: ['asks for a code', 'redirects'],
  // The response to a push only says that it was accepted.
  never_in: { collect: ['settles at once'] },
};

/** Opens a connector that calls its simulator. */
export async function openSimulated(more: Readonly<Record<string, unknown>> = {}) {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const world = makeWorld({ timeline, seed: 1, deliver: () => undefined });
  const simulator = setting.makeSimulator(world);
  const served = await serveSimulator(simulator, world);
  const client = makeHttp();
  const connector = fedapay.open(
    { ...setting.config(served.url), ...more },
    { clock: timeline, http: client.http, callback_url: 'https://pay.example.com/callbacks/fedapay/cac_1' },
  );
  const close = async (): Promise<void> => {
    await client.close();
    await served.close();
  };
  return { timeline, world, simulator, connector, close };
}

const money = { amount_minor: 1500n, currency: setting.currency };

export const payout: PayoutRequest = {
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a02',
  operator: 'moov_tg',
  phone: setting.phone,
  money,
  first_name: null,
  last_name: null,
  description: '',
};

export const collection: CollectRequest = {
  ...payout,
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a01',
  otp: null,
  page_url: 'https://pay.example.com/pay/token',
  return_url: 'https://pay.example.com/pay/token?returned=1',
  session_expires_at: new Date('2026-03-01T10:30:00Z'),
};

/** An inquiry about one of the test requests, after its response was lost. */
export function questionOf(direction: 'collect' | 'payout'): LookupRequest {
  const { reference } = direction === 'collect' ? collection : payout;
  const { operator, phone } = payout;
  const created_at = new Date('2026-03-01T10:00:00Z');
  return { direction, reference, provider_reference: null, operator, phone, money, created_at };
}
