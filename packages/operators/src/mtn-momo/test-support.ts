import { asCurrency } from '@guichet/kernel/currencies';
import type { Direction, Transaction } from '@guichet/simulators/contract';
import { makeMtnMomo } from '@guichet/simulators/mtn-momo/index';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import { makeWorld } from '@guichet/simulators/world';
import { make, type Order } from '../conformance/play.ts';
import type { ProviderSetting } from '../conformance/provider-world.ts';
import type { ConnectorAnswer, LookupRequest, RefundRequest } from '../contract.ts';
import type { Http, HttpCall } from '../http/contract.ts';
import { makeHttp } from '../http/make-http.ts';
import { mtnMomo } from './index.ts';

const api_user = '0b6f1b1e-4d0f-4a53-9d3b-0d3a6c1f2e10';
const disbursement_api_user = '4f0a7c53-8a83-4a0e-9b3b-2f6c0e4a9d11';

/** An account with the simulator, in Ivory Coast. It has both products, each with its own API user. */
export const account = {
  target_environment: 'mtnivorycoast',
  api_user,
  api_key: 'api-key-of-collections',
  collection_subscription_key: 'subscription-key-of-collections',
  disbursement_subscription_key: 'subscription-key-of-disbursements',
  disbursement_api_user,
  disbursement_api_key: 'api-key-of-disbursements',
  partial_refunds: true,
};

const callback_host = 'pay.example.com';

/** The connector and its simulator, for the conformance suite and for other tests. */
export const setting: ProviderSetting = {
  provider: mtnMomo,
  makeSimulator: (world) =>
    makeMtnMomo(world, {
      target_environment: 'mtnivorycoast',
      currency: 'XOF',
      subscription_keys: {
        collection: account.collection_subscription_key,
        disbursement: account.disbursement_subscription_key,
      },
      users: [
        { api_user, api_key: account.api_key, callback_host },
        { api_user: disbursement_api_user, api_key: account.disbursement_api_key, callback_host },
      ],
    }),
  config: (base_url) => ({ ...account, base_url }),
  operator: 'mtn_ci',
  currency: asCurrency('XOF'),
  phone: '+2250548151600',
  provider_phone: '2250548151600',
  money_paths: { collect: '/requesttopay', payout: '/transfer', refund: '/refund' },
  codes: {
    collect: {
      insufficient_funds: 'NOT_ENOUGH_FUNDS',
      payer_cancelled: 'APPROVAL_REJECTED',
      payer_timeout: 'EXPIRED',
      limit_exceeded: 'PAYER_LIMIT_REACHED',
      not_registered: 'PAYER_NOT_FOUND',
      account_blocked: 'SENDER_ACCOUNT_NOT_ACTIVE',
      operator_down: 'SERVICE_UNAVAILABLE',
      other: 'INTERNAL_PROCESSING_ERROR',
    },
    payout: {
      insufficient_funds: 'NOT_ENOUGH_FUNDS',
      limit_exceeded: 'PAYEE_LIMIT_REACHED',
      not_registered: 'PAYEE_NOT_FOUND',
      other: 'INTERNAL_PROCESSING_ERROR',
    },
    refund: {
      insufficient_funds: 'NOT_ENOUGH_FUNDS',
      limit_exceeded: 'PAYEE_LIMIT_REACHED',
      not_registered: 'PAYEE_NOT_FOUND',
      other: 'TRANSACTION_NOT_FOUND',
    },
  },
  // MTN only ever accepts a request, and uses neither codes nor redirects.
  never: ['settles at once', 'asks for a code', 'redirects'],
};

const money = { amount_minor: 1_500n, currency: setting.currency };

type Collection = RefundRequest['collection'];

function orderOf(direction: Direction, asked: LookupRequest, collection: Collection | null): Order {
  const request = { ...asked, description: 'Order 481' };
  if (direction === 'payout')
    return { direction, request: { ...request, first_name: null, last_name: null } };
  if (collection) return { direction: 'refund', request: { ...request, collection } };
  const page = {
    page_url: 'https://pay.example.com/pay/x',
    return_url: 'https://pay.example.com/pay/x?returned=1',
    session_expires_at: new Date(0),
    otp: null,
  };
  return { direction: 'collect', request: { ...request, ...page } };
}

/** Opens the connector, which calls its simulator over real HTTP, with all the simulator's controls. */
export async function makeWired(
  changes: Readonly<Record<string, unknown>> = {},
  makeSimulator = setting.makeSimulator,
) {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const world = makeWorld({ timeline, seed: 1, deliver: () => undefined });
  const simulator = makeSimulator(world);
  const served = await serveSimulator(simulator, world);
  const client = makeHttp();
  const calls: HttpCall[] = [];
  const http: Http = (call, signal) => {
    calls.push(call);
    return client.http(call, signal);
  };
  const connector = mtnMomo.open(
    { ...account, base_url: served.url, ...changes },
    { clock: timeline, http, callback_url: 'https://pay.example.com/callbacks/mtn-momo/cac_1' },
  );

  const send = async (
    direction: Direction,
    request: LookupRequest,
    signal = AbortSignal.timeout(5_000),
  ): Promise<ConnectorAnswer> => {
    const collection = direction === 'refund' ? await payFirst() : null;
    return make(connector, orderOf(direction, request, collection), signal);
  };
  /** Makes the payment to be refunded, without any of the planned faults, and clears the list of recorded calls. */
  const payFirst = async (): Promise<Collection> => {
    const request = ask('collect');
    const { next } = world.faults;
    const plans = [...world.plans];
    world.faults.next = [];
    world.plans.clear();
    await send('collect', request);
    timeline.advance(1_000);
    calls.length = 0;
    world.faults.next = next;
    for (const [phone, plan] of plans) world.plans.set(phone, plan);
    return { reference: request.reference, provider_reference: null, money };
  };
  const ask = (direction: Direction): LookupRequest => ({
    direction,
    reference: crypto.randomUUID(),
    provider_reference: null,
    operator: setting.operator,
    phone: setting.phone,
    money,
    created_at: timeline.now(),
  });

  return {
    connector,
    world,
    simulator,
    timeline,
    calls,
    ask,
    send,
    lookup: (request: LookupRequest) => connector.lookup(request, AbortSignal.timeout(5_000)),
    /** The transaction that MTN actually has under a reference. */
    truth: (reference: string): Transaction | undefined =>
      simulator.transactions().find((one) => one.reference === reference),
    close: async () => {
      await client.close();
      await served.close();
    },
  };
}

export type Wired = Awaited<ReturnType<typeof makeWired>>;
