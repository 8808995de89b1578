import type { DarajaOptions } from '@guichet/simulators/mpesa-daraja/contract';
import { makeDaraja } from '@guichet/simulators/mpesa-daraja/make-daraja';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import { makeWorld } from '@guichet/simulators/world';
import { onTestFinished } from 'vitest';
import type {
  CollectRequest,
  Direction,
  LookupRequest,
  Notice,
  PayoutRequest,
  RefundRequest,
} from '../../contract.ts';
import { makeHttp } from '../../http/make-http.ts';
import { mpesaDaraja } from '../index.ts';
import { account, setting } from '../test-support.ts';

const start = new Date('2026-03-01T22:30:00Z');
export const usual = new AbortController().signal;
export const money = { amount_minor: 150_000n, currency: setting.currency };
export const payout: PayoutRequest = {
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a02',
  operator: 'mpesa_ke',
  phone: setting.phone,
  money,
  first_name: 'Awa',
  last_name: 'Toure',
  description: 'Order 481',
};
export const collection: CollectRequest = {
  ...payout,
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a01',
  otp: null,
  page_url: 'https://pay.example.com/pay/token',
  return_url: 'https://pay.example.com/pay/token?returned=1',
  session_expires_at: new Date('2026-03-01T23:00:00Z'),
};

/** Opens an account with a simulator. It is closed after the test. */
export async function open(
  more: Readonly<Record<string, unknown>> = {},
  options: Partial<DarajaOptions> = {},
) {
  const timeline = makeMovedTimeline(start);
  const notices: Notice[] = [];
  const world = makeWorld({
    timeline,
    seed: 1,
    deliver: ({ method, url, body }) => {
      const reference = new URL(url).pathname.split('/').at(-1) ?? null;
      notices.push(...connector.readCallback({ headers: {}, body, request: { method, url, reference } }));
    },
  });
  const simulator = makeDaraja(world, options);
  const served = await serveSimulator(simulator, world);
  const client = makeHttp();
  onTestFinished(async () => {
    await client.close();
    await served.close();
  });
  const connector = mpesaDaraja.open(
    { ...account, base_url: served.url, ...more },
    {
      clock: timeline,
      http: client.http,
      callback_url: 'https://pay.example.com/callbacks/mpesa-daraja/cac_1',
    },
  );
  world.plans.set(setting.provider_phone, { after_ms: 1_000, end: 'success' });
  const find = (direction: Direction) => simulator.transactions().find((one) => one.direction === direction);
  /** Makes a payment. @returns a refund request for it, with the receipt from its callback */
  const pay = async (): Promise<RefundRequest> => {
    const { provider_reference } = await connector.collect(collection, usual);
    timeline.advance(1_000);
    const receipt = notices.find((notice) => notice.receipt !== undefined)?.receipt ?? null;
    notices.length = 0;
    const { reference } = collection;
    return {
      ...payout,
      reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a03',
      collection: { reference, provider_reference, receipt, money },
    };
  };
  const ask = (
    direction: Direction,
    reference: string,
    provider_reference: string | null,
    more: Partial<LookupRequest> = {},
  ) => {
    const { operator, phone } = payout;
    const question: LookupRequest = {
      direction,
      reference,
      provider_reference,
      operator,
      phone,
      money,
      created_at: start,
      ...more,
    };
    return connector.lookup(question, usual);
  };
  return { timeline, world, simulator, connector, notices, find, pay, ask };
}
