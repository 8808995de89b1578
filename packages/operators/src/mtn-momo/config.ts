import Type from 'typebox';
import type { Config } from '../provider.ts';
import { type Market, markets, targetEnvironments } from './markets.ts';

const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const key = { minLength: 1, maxLength: 200 };
const marketNames = Object.keys(markets) as Market[];
/** What wallets of MTN hold. */
const walletCurrencies = [...new Set(Object.values(markets).map(({ currency }) => currency)), 'USD'] as const;

/** What an account at MTN is configured with: one market, its API user and the keys of its products. */
export const configSchema = Type.Object(
  {
    target_environment: Type.Enum([...targetEnvironments], {
      description: 'The market, as MTN writes it in X-Target-Environment: mtnivorycoast; or sandbox.',
    }),
    base_url: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/?#]+$',
        description:
          'Where the market publishes a host of its own. Unless given: https://proxy.momoapi.mtn.com, and for the sandbox https://sandbox.momodeveloper.mtn.com.',
      }),
    ),
    api_user: Type.String({ pattern: uuid, description: 'The API user: a UUID, from the partner portal.' }),
    api_key: Type.String({ ...key, description: 'The API key of that user.' }),
    collection_subscription_key: Type.String({
      ...key,
      description: 'Primary or secondary key of the subscription to Collections.',
    }),
    disbursement_subscription_key: Type.Optional(
      Type.String({
        ...key,
        description:
          'Primary or secondary key of the subscription to Disbursements. Without it nothing is paid out and nothing refunded.',
      }),
    ),
    disbursement_api_user: Type.Optional(
      Type.String({ pattern: uuid, description: 'Where disbursements have another API user.' }),
    ),
    disbursement_api_key: Type.Optional(
      Type.String({ ...key, description: 'The API key of that other user.' }),
    ),
    callbacks: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether MTN is asked to call back. The host of this service must be the one registered with MTN, else every request is refused; without callbacks payments are looked up.',
      }),
    ),
    partial_refunds: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether a part of a payment may be refunded. MTN does not say whether its refund takes a part: off, until you have tried it.',
      }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        description:
          'The currency of the wallets, where it is not the usual one of the market: USD in Liberia.',
      }),
    ),
    sandbox_market: Type.Optional(
      Type.Enum(marketNames, {
        default: 'mtnivorycoast',
        description: 'Only for the sandbox: the market that it stands in for.',
      }),
    ),
    sandbox_currency: Type.Optional(
      Type.Enum([...walletCurrencies, 'EUR'], {
        default: 'EUR',
        description:
          "Only for the sandbox: sent in place of the payment's currency, because MTN's sandbox takes EUR only. The figure stays the same.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** Never shown again. */
export const secretFields = [
  'api_key',
  'collection_subscription_key',
  'disbursement_subscription_key',
  'disbursement_api_key',
] as const;

export type MtnMomoConfig = Config<typeof configSchema, (typeof secretFields)[number]>;
