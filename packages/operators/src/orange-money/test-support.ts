import { randomUUID } from 'node:crypto';
import { asCurrency } from '@guichet/kernel/currencies';
import type { CallbackCall } from '@guichet/simulators/contract';
import { merchant } from '@guichet/simulators/orange-money/accounts';
import { makeOrangeMoney, type OrangeMoneyOptions } from '@guichet/simulators/orange-money/index';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import { makeWorld } from '@guichet/simulators/world';
import type { ProviderSetting } from '../conformance/provider-world.ts';
import type { Situation } from '../conformance/world.ts';
import type {
  CollectRequest,
  Connector,
  ConnectorAnswer,
  LookupRequest,
  PayoutRequest,
} from '../contract.ts';
import type { Http } from '../http/contract.ts';
import { makeHttp } from '../http/make-http.ts';
import { orangeMoney } from './index.ts';
import type { Variant } from './settings.ts';

/** Settings of an account with the simulator, by variant. */
export function settingsAt(variant: Variant, base_url: string): Readonly<Record<string, unknown>> {
  const { client_id, client_secret, merchant_key, merchant_code, api_username, api_password, pin } = merchant;
  const { webhook_secret, channel_msisdn } = merchant;
  switch (variant) {
    case 'web-payment':
      return {
        variant,
        base_url,
        client_id,
        client_secret,
        merchant_key,
        country: 'ci',
        shop_name: 'Boutique',
      };
    case 'sonatel':
      return {
        variant,
        base_url,
        client_id,
        client_secret,
        merchant_code,
        shop_name: 'Boutique',
        webhook_secret,
        channel_msisdn: channel_msisdn.sonatel,
        pin,
      };
    case 'cameroon':
      return {
        variant,
        base_url,
        client_id,
        client_secret,
        api_username,
        api_password,
        channel_msisdn: channel_msisdn.cameroon,
        pin,
        payouts: true,
      };
    case 'burkina':
      return {
        variant,
        base_url: `${base_url}/payment`,
        merchant_msisdn: channel_msisdn.burkina,
        api_username,
        api_password,
      };
  }
}

/** Follows a redirect as a customer does, and enters a number on the page. */
export function followingRedirects(connector: Connector, msisdn: string): Connector {
  return {
    ...connector,
    collect: async (request, signal) => {
      const answer = await connector.collect(request, signal);
      const { outcome } = answer;
      if (outcome.kind === 'pending' && outcome.action?.kind === 'redirect') {
        const body = new URLSearchParams({ msisdn, otp: '123456' });
        await fetch(outcome.action.url, { method: 'POST', body, redirect: 'manual' });
      }
      return answer;
    },
  };
}

/**
 * Stores what core would store: the provider's reference, which is added to every later inquiry, and, for a
 * provider without inquiries, the definite outcome, which is then returned instead of making an inquiry.
 */
export function remembering(connector: Connector, keeps: { readonly answers: boolean }): Connector {
  const known = new Map<string, ConnectorAnswer>();
  const note = async (reference: string, answer: Promise<ConnectorAnswer>): Promise<ConnectorAnswer> => {
    const before = known.get(reference)?.provider_reference ?? null;
    const now = await answer;
    known.set(reference, { ...now, provider_reference: now.provider_reference ?? before });
    return now;
  };
  const { payout } = connector;
  return {
    ...connector,
    collect: (request, signal) => note(request.reference, connector.collect(request, signal)),
    ...(payout && { payout: (request, signal) => note(request.reference, payout(request, signal)) }),
    lookup: (request, signal) => {
      const last = known.get(request.reference);
      const isDefinite = last?.outcome.kind === 'settled' || last?.outcome.kind === 'failed';
      if (keeps.answers && last && isDefinite) return Promise.resolve(last);
      const provider_reference = request.provider_reference ?? last?.provider_reference ?? null;
      return note(request.reference, connector.lookup({ ...request, provider_reference }, signal));
    },
  };
}

type Rest = Pick<
  ProviderSetting,
  'operator' | 'phone' | 'provider_phone' | 'money_paths' | 'codes' | 'never'
> &
  Partial<ProviderSetting>;

function settingOf(variant: Variant, rest: Rest): ProviderSetting {
  return {
    provider: orangeMoney,
    makeSimulator: (world) => makeOrangeMoney(world),
    config: (base_url) => settingsAt(variant, base_url),
    currency: asCurrency(variant === 'cameroon' ? 'XAF' : 'XOF'),
    ...rest,
  };
}

/** A customer has to open the page first. If the response is lost, the customer has no page to open. */
const never_of_pages: readonly Situation[] = [
  'settles at once',
  'settles before the answer',
  'settles another amount',
  'fails, then settles',
  'loses the answer, then settles',
  'loses the answer, then fails',
];

/** The setting of each variant for the conformance suite; the README explains which situations never occur. */
export const settings: Readonly<Record<Variant, ProviderSetting>> = {
  'web-payment': settingOf('web-payment', {
    operator: 'orange_ci',
    phone: '+2250700000100',
    provider_phone: '0700000100',
    money_paths: { collect: '/webpayment' },
    codes: { collect: { other: 'FAILED', payer_timeout: 'EXPIRED' } },
    never: [...never_of_pages, 'asks for a code'],
    keyless: ['collect'],
  }),
  sonatel: settingOf('sonatel', {
    operator: 'orange_sn',
    phone: '+221780000100',
    provider_phone: '780000100',
    money_paths: { collect: '/qrcode', payout: '/cashins' },
    codes: {
      collect: {
        insufficient_funds: '2020',
        payer_cancelled: 'CANCELLED',
        account_blocked: '2013',
        other: 'REJECTED',
      },
      payout: {
        not_registered: '2001',
        account_blocked: '2013',
        insufficient_funds: '2021',
        other: '2041',
      },
    },
    never: ['asks for a code'],
    never_in: { collect: never_of_pages, payout: ['redirects'] },
    silent: ['payout'],
  }),
  cameroon: settingOf('cameroon', {
    operator: 'orange_cm',
    phone: '+237690000100',
    provider_phone: '690000100',
    money_paths: { collect: '/mp/pay', payout: '/cashin/pay' },
    codes: {
      collect: {
        insufficient_funds: '60019',
        payer_cancelled: 'CANCELLED',
        payer_timeout: 'EXPIRED',
        other: 'FAILED',
      },
      payout: { insufficient_funds: '60019', other: 'FAILED' },
    },
    never: ['asks for a code', 'redirects', 'settles before the answer'],
    keyless: ['collect', 'payout'],
  }),
  burkina: settingOf('burkina', {
    operator: 'orange_bf',
    phone: '+22670000100',
    provider_phone: '70000100',
    money_paths: { collect: '/payment' },
    codes: { collect: { wrong_otp: 'OTPINV', other: '990422' } },
    never: [
      'settles later',
      'settles after the session',
      'settles without a callback',
      'settles with two callbacks',
      'settles before the answer',
      'settles another amount',
      'fails, then settles',
      'loses the answer, then settles',
      'loses the answer, then fails',
      'asks for a code',
      'redirects',
    ],
    silent: ['collect'],
    keyless: ['collect'],
    otp: { right: '123456', wrong: '000000' },
  }),
};

const callback_url = 'https://pay.example.com/callbacks/orange-money/cac_1';

/** Opens a connector that calls the simulator, with the test's clock. */
export async function openAt(
  variant: Variant,
  given: {
    readonly options?: OrangeMoneyOptions;
    readonly settings?: Readonly<Record<string, unknown>>;
    /** Called for each response. */
    readonly heard?: (url: string, timeline: ReturnType<typeof makeMovedTimeline>) => void;
  } = {},
) {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const delivered: CallbackCall[] = [];
  const world = makeWorld({ timeline, seed: 7, deliver: (call) => delivered.push(call) });
  const simulator = makeOrangeMoney(world, given.options);
  const served = await serveSimulator(simulator, world);
  const client = makeHttp();
  const http: Http = async (call, signal) => {
    const result = await client.http(call, signal);
    given.heard?.(call.url, timeline);
    return result;
  };
  const connector = orangeMoney.open(
    { ...settingsAt(variant, served.url), ...given.settings },
    { clock: timeline, http, callback_url },
  );
  return {
    connector,
    simulator,
    world,
    timeline,
    delivered,
    close: async () => {
      await client.close();
      await served.close();
    },
  };
}

export function collectOf(variant: Variant, now: Date): CollectRequest {
  const { operator, currency, phone } = settings[variant];
  return {
    reference: randomUUID(),
    operator,
    phone,
    money: { amount_minor: 1_500n, currency },
    description: 'Order 481',
    otp: variant === 'burkina' ? '123456' : null,
    page_url: 'https://pay.example.com/pay/token',
    return_url: 'https://pay.example.com/pay/token?returned=1',
    session_expires_at: new Date(now.getTime() + 30 * 60_000),
  };
}

export function payoutOf(variant: Variant): PayoutRequest {
  const { operator, currency, phone } = settings[variant];
  return {
    reference: randomUUID(),
    operator,
    phone,
    money: { amount_minor: 1_500n, currency },
    first_name: 'Awa',
    last_name: 'Toure',
    description: 'Order 481',
  };
}

export function lookupOf(
  { reference, operator, phone, money }: CollectRequest | PayoutRequest,
  created_at: Date,
  rest: Partial<Pick<LookupRequest, 'direction' | 'provider_reference'>> = {},
): LookupRequest {
  return {
    direction: 'collect',
    provider_reference: null,
    reference,
    operator,
    phone,
    money,
    created_at,
    ...rest,
  };
}
