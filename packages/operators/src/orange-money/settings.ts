import { currencies } from '@guichet/kernel/currencies';
import Type from 'typebox';
import { findOperator } from '../catalogue.ts';
import type { Service } from '../contract.ts';
import type { Config } from '../provider.ts';

/** The four contracts that go by the name of Orange Money. */
export const variants = ['web-payment', 'sonatel', 'cameroon', 'burkina'] as const;
export type Variant = (typeof variants)[number];

/** Countries with web payment (developer.orange.com, list of countries). */
const web_payment_countries = ['bw', 'cd', 'cf', 'ci', 'cm', 'gn', 'gw', 'mg', 'ml', 'sl', 'sn'] as const;

/** The operators of all variants: those of web payment, of which Senegal and Cameroon have a contract too, and Burkina Faso. */
export const orange_operators: readonly string[] = [...web_payment_countries, 'bf'].map(
  (country) => `orange_${country}`,
);

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 500, description }));
const number = (description: string) => Type.Optional(Type.String({ pattern: '^[0-9]{6,12}$', description }));
const seconds = (minimum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum: 7 * 86_400, description }));
const truth = (description: string) => Type.Optional(Type.Boolean({ description }));

/** The settings of all variants in one schema; {@link problemOf} checks which combinations are consistent. */
export const config_schema = Type.Object({
  variant: Type.Enum([...variants], {
    description:
      'Contract of the merchant: web-payment (developer.orange.com), sonatel (Senegal), cameroon (omcoreapis) or burkina (one-time codes).',
  }),
  sandbox: truth("web-payment, sonatel, burkina: the provider's test environment. Default: false."),
  base_url: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+$',
      description: 'Address of the API. Default: that of the variant. burkina: the full address.',
    }),
  ),
  client_id: text('web-payment, sonatel, cameroon: client id (cameroon: consumer key).'),
  client_secret: text('web-payment, sonatel, cameroon: client secret (cameroon: consumer secret).'),
  shop_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 30,
      description: 'web-payment, sonatel: merchant name shown to the customer.',
    }),
  ),
  country: Type.Optional(
    Type.Enum([...web_payment_countries], { description: 'web-payment: country of the merchant contract.' }),
  ),
  currency: Type.Optional(
    Type.Enum([...currencies], {
      description: 'web-payment: currency, if the country has two (cd). Default: the usual one.',
    }),
  ),
  merchant_key: text('web-payment: merchant key of the contract.'),
  api_path: Type.Optional(
    Type.String({
      pattern: '^/[^\\s?#]*$',
      description:
        'web-payment: path of the API. Default: /orange-money-webpay/{country}/v1, with dev for the country in the sandbox.',
    }),
  ),
  token_path: Type.Optional(
    Type.String({
      pattern: '^/[^\\s?#]*$',
      description:
        'web-payment: path that issues tokens. Default: /oauth/v3/token; v2 has been seen to work.',
    }),
  ),
  amount_factor: Type.Optional(
    Type.Enum([1, 100], {
      description: 'web-payment: factor for amounts. Default: 1; check it with a small real payment.',
    }),
  ),
  language: Type.Optional(
    Type.Enum(['fr', 'en'], { description: "web-payment: language of Orange's page. Default: fr." }),
  ),
  merchant_code: Type.Optional(
    Type.String({ pattern: '^[0-9]{6}$', description: 'sonatel: six-digit merchant code.' }),
  ),
  qr_validity_s: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 86_400,
      description: 'sonatel: validity of a QR code in seconds, never past the session. Default: 900.',
    }),
  ),
  unpaid_final_after_s: seconds(
    900,
    "sonatel: seconds after which a payment or payout that cannot be found counts as failed, from the end of the QR code's validity or from sending the payout. Default: 86400.",
  ),
  webhook_secret: text('sonatel: secret of signed callbacks.'),
  webhook_api_key: text('sonatel: the apiKey that an older registration of callbacks sends back.'),
  channel_msisdn: number(
    'cameroon: local number of the channel user. sonatel: local number of the wallet for payouts; requires pin.',
  ),
  pin: text('cameroon, sonatel: PIN of that number. sonatel: only with channel_msisdn, for payouts.'),
  payouts: truth('cameroon: whether the contract includes cashin. Default: false.'),
  api_username: text('cameroon, burkina: API user.'),
  api_password: text('cameroon, burkina: its password.'),
  merchant_msisdn: number('burkina: local number of the merchant.'),
  dial: Type.Optional(
    Type.String({
      pattern: '^[*#][0-9*]*\\{amount\\}[0-9*]*#$',
      description:
        'burkina: USSD code that the customer dials for a one-time code. Default: *144*4*6*{amount}#, in the sandbox *865*4*6*{amount}#.',
    }),
  ),
});

export const secret_fields = [
  'client_secret',
  'merchant_key',
  'webhook_secret',
  'webhook_api_key',
  'pin',
  'api_password',
] as const;

export type OrangeConfig = Config<typeof config_schema, (typeof secret_fields)[number]>;
type Field = keyof OrangeConfig;

/** The required and optional settings of each variant; every field is in at least one. */
const fields = {
  'web-payment': {
    needs: ['client_id', 'client_secret', 'merchant_key', 'country'],
    takes: [
      'sandbox',
      'base_url',
      'shop_name',
      'currency',
      'api_path',
      'token_path',
      'amount_factor',
      'language',
    ],
  },
  sonatel: {
    needs: ['client_id', 'client_secret', 'merchant_code', 'shop_name'],
    takes: [
      'sandbox',
      'base_url',
      'qr_validity_s',
      'unpaid_final_after_s',
      'webhook_secret',
      'webhook_api_key',
      'channel_msisdn',
      'pin',
    ],
  },
  cameroon: {
    needs: ['client_id', 'client_secret', 'api_username', 'api_password', 'channel_msisdn', 'pin'],
    takes: ['base_url', 'payouts'],
  },
  burkina: {
    needs: ['merchant_msisdn', 'api_username', 'api_password'],
    takes: ['sandbox', 'base_url', 'dial'],
  },
} as const satisfies Record<Variant, { needs: readonly Field[]; takes: readonly Field[] }>;

/** Settings of one variant. */
export type SettingsOf<One extends Variant> = Pick<
  OrangeConfig,
  'variant' | (typeof fields)[One]['takes'][number]
> & {
  readonly [Name in (typeof fields)[One]['needs'][number]]: NonNullable<OrangeConfig[Name]>;
};

/** Explains in a sentence why settings are inconsistent; undefined when they are consistent. */
export function problemOf(config: OrangeConfig): string | undefined {
  const { needs, takes } = fields[config.variant];
  const given = Object.entries(config).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const missing = needs.filter((name) => !given.includes(name));
  const known: readonly string[] = ['variant', ...needs, ...takes];
  const foreign = given.filter((name) => !known.includes(name));
  const sentences = [
    missing.length > 0 && `the variant ${config.variant} needs ${missing.join(', ')}`,
    foreign.length > 0 && `the variant ${config.variant} does not take ${foreign.join(', ')}`,
    config.variant === 'sonatel' &&
      (config.channel_msisdn === undefined) !== (config.pin === undefined) &&
      'channel_msisdn and pin go together',
    config.variant === 'web-payment' && currencyProblem(config),
  ].filter((sentence) => typeof sentence === 'string');
  return sentences.length === 0 ? undefined : sentences.join('; ');
}

/** Whether settings are complete for a variant, without settings of another variant. */
export function isOf<One extends Variant>(
  config: OrangeConfig,
  variant: One,
): config is OrangeConfig & SettingsOf<One> {
  return config.variant === variant && problemOf(config) === undefined;
}

function currencyProblem({ country, currency }: OrangeConfig): string | undefined {
  if (country === undefined || currency === undefined) return undefined;
  const offered = findOperator(`orange_${country}`)?.currencies ?? [];
  return offered.includes(currency)
    ? undefined
    : `the currency of ${country} must be one of: ${offered.join(', ')}`;
}

/**
 * The service of a variant that collects in one currency. @param currency the operator's usual one by default
 */
export function collectingWith(code: string, currency?: string): readonly Service[] {
  const usual = currency ?? findOperator(code)?.currencies[0];
  if (usual === undefined) return [];
  return [
    {
      operator: code,
      currency: usual,
      collect: true,
      payout: false,
      refund: false,
      min_amount: null,
      max_amount: null,
      decimals: null,
      code_first: null,
    },
  ];
}
