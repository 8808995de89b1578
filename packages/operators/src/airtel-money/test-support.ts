import { asCurrency } from '@guichet/kernel/currencies';
import { type AirtelOptions, makeAirtelMoney } from '@guichet/simulators/airtel-money/make';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import { makeWorld } from '@guichet/simulators/world';
import type { ProviderSetting } from '../conformance/provider-world.ts';
import type { CollectRequest, LookupRequest, PayoutRequest, RefundRequest } from '../contract.ts';
import type { Http, HttpCall } from '../http/contract.ts';
import { makeHttp } from '../http/make-http.ts';
import { airtelMoney } from './index.ts';

const application = {
  client_id: 'a5f0c3d2',
  client_secret: 'secret-of-the-application',
  country: 'UG',
  currency: 'UGX',
  pin: '4821',
} as const;

const usual: AirtelOptions = {
  ...application,
  pin_padding: 'pkcs1',
  message_signing: false,
  callback_key: null,
};

/** Airtel in Uganda and its simulator. Refunds have no inquiry: they have separate tests. */
export const setting: ProviderSetting = {
  provider: airtelMoney,
  makeSimulator: (world) => makeAirtelMoney(world, usual),
  config: (base_url) => ({ ...application, base_url }),
  operator: 'airtel_ug',
  currency: asCurrency('UGX'),
  phone: '+256700123451',
  provider_phone: '700123451',
  money_paths: { collect: '/merchant/v1/payments/', payout: '/standard/v1/disbursements/' },
  codes: {
    collect: {
      insufficient_funds: '007',
      wrong_pin: '002',
      limit_exceeded: '003',
      payer_timeout: '029',
      other: '008',
    },
    payout: { insufficient_funds: '007', other: '005', limit_exceeded: '003', not_registered: '012' },
  },
  // No response contains an amount, and a callback cannot report the settled amount.
  never: ['settles another amount', 'settles before the answer', 'asks for a code', 'redirects'],
  // The response to a push only says that it was accepted.
  never_in: { collect: ['settles at once'] },
  silent: ['payout'],
};

interface Simulated {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly options?: Partial<AirtelOptions>;
}

/** Opens a connector that calls its simulator, with test requests. */
export async function openSimulated({ config = {}, options = {} }: Simulated = {}) {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const world = makeWorld({ timeline, seed: 1, deliver: () => undefined });
  const simulator = makeAirtelMoney(world, { ...usual, ...options });
  const served = await serveSimulator(simulator, world);
  const client = makeHttp();
  const calls: HttpCall[] = [];
  const http: Http = (call, signal) => {
    calls.push(call);
    return client.http(call, signal);
  };
  const connector = airtelMoney.open(
    { ...application, base_url: served.url, ...config },
    { clock: timeline, http, callback_url: 'https://pay.example.com/callbacks/airtel-money/cac_1' },
  );
  const close = async (): Promise<void> => {
    await client.close();
    await served.close();
  };
  return { timeline, world, simulator, connector, calls, close };
}

const money = { amount_minor: 5_000n, currency: setting.currency };

export const payout: PayoutRequest = {
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a02',
  operator: 'airtel_ug',
  phone: setting.phone,
  money,
  first_name: 'Awa',
  last_name: null,
  description: '',
};

export const collection: CollectRequest = {
  ...payout,
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a01',
  description: 'Commande n° 481',
  otp: null,
  page_url: 'https://pay.example.com/pay/token',
  return_url: 'https://pay.example.com/pay/token?returned=1',
  session_expires_at: new Date('2026-03-01T10:30:00Z'),
};

export const refund: RefundRequest = {
  ...payout,
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a03',
  collection: { reference: collection.reference, provider_reference: null, money },
};

/** An inquiry about one of the test requests, after its response was lost. */
export function questionOf(direction: LookupRequest['direction']): LookupRequest {
  const { reference, operator, phone } = { collect: collection, payout, refund }[direction];
  const created_at = new Date('2026-03-01T10:00:00Z');
  return { direction, reference, provider_reference: null, operator, phone, money, created_at };
}
