import Type from 'typebox';
import type { Config } from '../provider.ts';

/** Wave's markets that are in our catalogue. A key belongs to one wallet in one country. */
export const markets = {
  SN: { operator: 'wave_sn', currency: 'XOF' },
  CI: { operator: 'wave_ci', currency: 'XOF' },
  ML: { operator: 'wave_ml', currency: 'XOF' },
  GM: { operator: 'wave_gm', currency: 'GMD' },
  UG: { operator: 'wave_ug', currency: 'UGX' },
} as const;

/** Wave has one host, and no sandbox. */
export const hosts = ['api.wave.com'] as const;
const usual_base_url = `https://${hosts[0]}`;

/** The URL of an account's API. */
export function addressOf({ base_url = usual_base_url }: Pick<WaveConfig, 'base_url'>): string {
  return base_url;
}

type Market = keyof typeof markets;

export const configSchema = Type.Object(
  {
    country: Type.Enum(Object.keys(markets) as Market[], {
      description: 'Country of the wallet that the key belongs to: SN, CI, ML, GM or UG.',
    }),
    api_key: Type.String({
      minLength: 1,
      description: 'API key with the scopes checkout, payout and balance: wave_sn_prod_...',
    }),
    webhook_strategy: Type.Optional(
      Type.Enum(['signing_secret', 'shared_secret'], {
        default: 'signing_secret',
        description: 'Security strategy of the webhook, as chosen in the Business Portal.',
      }),
    ),
    webhook_secret: Type.String({
      minLength: 8,
      description:
        'Secret of the webhook, shown once when it is registered: wave_sn_WHS_... for a signing secret.',
    }),
    signature_form: Type.Optional(
      Type.Enum(['joined', 'dotted'], {
        default: 'joined',
        description:
          'Text that a signature covers: the timestamp followed immediately by the body (joined, as Wave documents it) or with a dot between them (dotted). Only one form is accepted.',
      }),
    ),
    request_signing_secret: Type.Optional(
      Type.String({
        minLength: 8,
        description:
          'Secret for signing requests, only if request signing is on for the key: wave_sn_AKS_...',
      }),
    ),
    restrict_payer: Type.Optional(
      Type.Boolean({
        description:
          'Whether only the number that the customer entered can pay the link. If not set, customers need not enter one, and a number that is entered restricts the link; true makes the number obligatory.',
      }),
    ),
    payouts: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the key may pay out: false without that scope.' }),
    ),
    base_url: Type.Optional(
      Type.String({
        pattern: '^https?://[^ ]+[^/ ]$',
        default: usual_base_url,
        description: 'Address of the API. Wave has no sandbox: any other address is a simulator.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Settings that are never shown again. */
export const secretFields = ['api_key', 'webhook_secret', 'request_signing_secret'] as const;

export type WaveConfig = Config<typeof configSchema, (typeof secretFields)[number]>;
