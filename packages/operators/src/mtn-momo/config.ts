import Type from 'typebox';
import type { Config } from '../provider.ts';
import { defaultBaseUrl, type Market, markets, platforms, targetEnvironments } from './markets.ts';

/**
 * A UUID of the partner portal, or the base64 text of a system credential. It must not contain a colon, which ends
 * the user name in Basic authentication.
 */
const user = '^[\\x21-\\x39\\x3b-\\x7e]{1,200}$';
const key = { minLength: 1, maxLength: 200 };
const marketNames = Object.keys(markets) as Market[];
/** The currencies of MTN's wallets. */
const walletCurrencies = [...new Set(Object.values(markets).map(({ currency }) => currency)), 'USD'] as const;

/** The settings of an account at MTN: one market, its API user and the keys of its products. */
export const configSchema = Type.Object(
  {
    target_environment: Type.Enum([...targetEnvironments], {
      description: 'The market, as MTN writes it in X-Target-Environment: mtnivorycoast; or sandbox.',
    }),
    platform: Type.Optional(
      Type.Enum(platforms, {
        default: 'partner',
        description:
          'Which platform of MTN the credentials are for: partner (https://proxy.momoapi.mtn.com), or internet (https://momoapi.momo.africa), to which internet partners move. Requests in flight when you switch are inquired about on the old platform.',
      }),
    ),
    base_url: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/?#]+$',
        description:
          'Host of the market, if it publishes its own. Default: that of the platform, and for the sandbox https://sandbox.momodeveloper.mtn.com.',
      }),
    ),
    api_user: Type.String({
      pattern: user,
      description:
        'The API user as the portal shows it: a UUID, or on the internet platform the User ID of the system credential, including the trailing =.',
    }),
    api_key: Type.String({ ...key, description: 'The API key of that user.' }),
    collection_subscription_key: Type.String({
      ...key,
      description: 'Primary or secondary key of the subscription to Collections.',
    }),
    disbursement_subscription_key: Type.Optional(
      Type.String({
        ...key,
        description:
          'Primary or secondary key of the subscription to Disbursements. Without it, payouts and refunds are off.',
      }),
    ),
    disbursement_api_user: Type.Optional(
      Type.String({ pattern: user, description: 'API user of disbursements, if different.' }),
    ),
    disbursement_api_key: Type.Optional(
      Type.String({ ...key, description: 'The API key of that disbursement user.' }),
    ),
    callbacks: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether MTN sends callbacks. The host of this service must be the one registered with MTN, otherwise every request is refused; without callbacks, status inquiries find the outcome.',
      }),
    ),
    partial_refunds: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether partial refunds are allowed. MTN does not document whether it supports them: leave this off until you have tried one.',
      }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        description: 'The currency of the wallets, if it is not the usual one of the market: USD in Liberia.',
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
          "Only for the sandbox: currency sent instead of the payment's, because MTN's sandbox accepts only EUR. The number stays the same.",
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

/** The URL of an account's API; by default, that of its market and platform. */
export function addressOf({
  base_url,
  target_environment,
  platform,
}: Pick<MtnMomoConfig, 'base_url' | 'target_environment' | 'platform'>): string {
  return base_url ?? defaultBaseUrl(target_environment, platform);
}
