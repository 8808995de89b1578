import { asCurrency, type Currency } from '@guichet/kernel/currencies';
import Type from 'typebox';
import { operators } from '../catalogue.ts';
import type { Service } from '../contract.ts';
import type { Operator } from '../operator.ts';
import type { Config } from '../provider.ts';

/** Wallets of Airtel by country: `airtel_ug`. */
const wallets: ReadonlyMap<string, Operator> = new Map(
  operators.filter(({ code }) => code.startsWith('airtel_')).map((operator) => [operator.country, operator]),
);

/** The operators of all countries that an account can be in. */
export const wallet_operators: readonly string[] = [...wallets.values()].map(({ code }) => code);

export const paddings = ['pkcs1', 'oaep_sha1', 'oaep_sha256'] as const;
export type Padding = (typeof paddings)[number];

const text = { minLength: 1, maxLength: 4_000 };

/**
 * The shared host and the hosts of single countries, for live and test accounts (operators' changelogs and
 * portals).
 */
export const hosts = [
  'openapi.airtel.africa',
  'openapiuat.airtel.africa',
  'openapi.airtel.co.zm',
  'openapiuat.airtel.co.zm',
  'openapi.airtel.co.tz',
  'openapiuat.airtel.co.tz',
  'openapi.airtel.ug',
  'openapiuat.airtel.ug',
] as const;

export const settings_schema = Type.Object({
  base_url: Type.String({
    pattern: '^https?://[^\\s]+[^/\\s]$',
    description:
      "Host of your country, as Airtel's portal shows it: https://openapi.airtel.ug in Uganda, https://openapi.airtel.co.zm in Zambia, https://openapi.airtel.co.tz in Tanzania, elsewhere https://openapi.airtel.africa",
  }),
  country: Type.Enum([...wallets.keys()], { description: 'Country of the account (ISO 3166-1): UG' }),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'Currency of the account (ISO 4217). Default: the usual one of the country',
    }),
  ),
  client_id: Type.String({ ...text, description: 'Client id of the application' }),
  client_secret: Type.String({ ...text, description: 'Client secret of the application' }),
  message_signing: Type.Optional(
    Type.Boolean({
      description:
        'Sign every request that moves money. Default: only in Zambia, where it is reported to be mandatory',
    }),
  ),
  payments_version: Type.Optional(
    Type.Enum(['v1', 'v2'], {
      description: 'Version of the USSD push. Default: v2 with message signing, v1 without',
    }),
  ),
  disbursements_version: Type.Optional(
    Type.Enum(['v1', 'v2'], {
      description: 'Version of disbursements. Default: v2 with message signing, v1 without',
    }),
  ),
  pin: Type.Optional(
    Type.String({ pattern: '^\\d{4}$', description: 'PIN for disbursements. Without it, payouts are off' }),
  ),
  pin_padding: Type.Optional(
    Type.Enum([...paddings], {
      default: 'pkcs1',
      description: 'Padding of the PIN before encryption; it differs by country',
    }),
  ),
  payee_wallet_type: Type.Optional(
    Type.Enum(['NORMAL', 'SALARY'], {
      description: 'Wallet type of recipients, sent with their currency where disbursements require it',
    }),
  ),
  enquiry_names_type: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Inquire about disbursements with ?transactionType=B2C, as newer documents do',
    }),
  ),
  refunds: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "Refund with Airtel's refund API: full payments only, and a refund whose response is lost needs review. If off, and with a PIN, refunds are sent as disbursements",
    }),
  ),
  keep_leading_zero: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Keep the leading zero that is part of the number in some countries (Congo)',
    }),
  ),
  codes_decide: Type.Optional(
    Type.Boolean({
      description:
        'Let the collection codes 002, 003, 006, 007, 009, 010 and 024 decide outcomes without a status, and give reasons. Default: everywhere except Zambia, where a document gives them other meanings',
    }),
  ),
  callback_key: Type.Optional(
    Type.String({
      ...text,
      description:
        'Private key of callback authentication, if it is on: callbacks without a valid hash are refused',
    }),
  ),
});

export const secret_fields = ['client_secret', 'pin', 'callback_key'] as const;

type AirtelConfig = Config<typeof settings_schema, (typeof secret_fields)[number]>;

/** The URL of an account's API. */
export function addressOf({ base_url }: Pick<AirtelConfig, 'base_url'>): string {
  return base_url;
}

/** An account's settings with defaults filled in. */
export interface Settings extends Pick<AirtelConfig, 'client_secret' | 'pin' | 'callback_key'> {
  readonly base_url: string;
  readonly country: string;
  readonly currency: Currency;
  readonly client_id: string;
  readonly signs: boolean;
  readonly payments_version: 'v1' | 'v2';
  readonly disbursements_version: 'v1' | 'v2';
  readonly pin_padding: Padding;
  readonly payee_wallet_type: 'NORMAL' | 'SALARY' | null;
  readonly enquiry_names_type: boolean;
  readonly refunds: boolean;
  readonly keep_leading_zero: boolean;
  readonly codes_decide: boolean;
}

/** @throws Error when the currency is invalid, or the country has no Airtel wallet */
export function settingsOf(config: AirtelConfig): Settings {
  const { country, client_id, client_secret, base_url, pin, callback_key } = config;
  const signs = config.message_signing ?? country === 'ZM';
  const version = signs ? 'v2' : 'v1';
  return {
    base_url,
    country,
    currency: asCurrency(config.currency ?? walletOf(country).currencies[0] ?? ''),
    client_id,
    client_secret,
    pin,
    callback_key,
    signs,
    payments_version: config.payments_version ?? version,
    disbursements_version: config.disbursements_version ?? version,
    pin_padding: config.pin_padding ?? 'pkcs1',
    payee_wallet_type: config.payee_wallet_type ?? null,
    enquiry_names_type: config.enquiry_names_type ?? false,
    refunds: config.refunds ?? false,
    keep_leading_zero: config.keep_leading_zero ?? true,
    codes_decide: config.codes_decide ?? country !== 'ZM',
  };
}

/** One service: the country's wallet, in the account's currency. */
export function servicesOf(config: AirtelConfig): readonly Service[] {
  const wallet = walletOf(config.country);
  const currency = config.currency ?? wallet.currencies[0] ?? '';
  if (!wallet.currencies.includes(currency)) return [];
  return [
    {
      operator: wallet.code,
      currency,
      collect: true,
      payout: config.pin !== undefined,
      refund: config.refunds ?? false,
      refund_parts: false,
      min_amount: null,
      max_amount: null,
      decimals: null,
      code_first: null,
    },
  ];
}

function walletOf(country: string): Operator {
  const wallet = wallets.get(country);
  if (!wallet) throw new Error(`Airtel has no wallet in ${country}`);
  return wallet;
}
