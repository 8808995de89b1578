import { asCurrency, type Currency, isCurrency } from '@guichet/kernel/currencies';
import Type from 'typebox';
import { findOperator } from '../catalogue.ts';
import type { Service } from '../contract.ts';
import type { Config } from '../provider.ts';
import type { Reading } from './map.ts';

const modes_pattern = '^([a-z0-9_]+=[a-z0-9_]+( [a-z0-9_]+=[a-z0-9_]+)*)?$';

/** Modes that prompt the customer without FedaPay's own page (documentation of collects, and its Node library). */
const usual_collect_modes =
  'mtn_bj=mtn_open moov_bj=moov celtiis_bj=sbin moov_tg=moov_tg togocel_tg=togocel mtn_ci=mtn_ci wave_ci=wave_direct_ci mtn_gn=mtn_open_gn airtel_ne=airtel_ne free_sn=free_sn';

/** The hosts of the live API and of the sandbox. */
export const hosts = ['api.fedapay.com', 'sandbox-api.fedapay.com'] as const;
const usual_base_url = `https://${hosts[0]}/v1`;

export const settings_schema = Type.Object({
  secret_key: Type.String({ minLength: 1, description: 'Secret key, `sk_live_...` or `sk_sandbox_...`' }),
  webhook_secret: Type.String({
    minLength: 1,
    description: 'Secret of the webhook endpoint, `wh_live_...`: each endpoint has its own',
  }),
  base_url: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+[^/\\s]$',
      default: usual_base_url,
      description: 'Address of the API, with the version; the sandbox is https://sandbox-api.fedapay.com/v1',
    }),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      default: 'XOF',
      description: 'Currency of the account (ISO 4217)',
    }),
  ),
  collect_modes: Type.Optional(
    Type.String({
      pattern: modes_pattern,
      default: usual_collect_modes,
      description: 'Operators to collect with and their modes, `moov_tg=moov_tg togocel_tg=togocel`',
    }),
  ),
  payout_modes: Type.Optional(
    Type.String({
      pattern: modes_pattern,
      default: '',
      description: 'The same for payouts. None by default: FedaPay enables payouts only on request',
    }),
  ),
  phone_format: Type.Optional(
    Type.Union([Type.Literal('national'), Type.Literal('international')], {
      default: 'national',
      description: 'Format of numbers: `national`, or `international` with a plus',
    }),
  ),
  customer_email_domain: Type.Optional(
    Type.String({
      pattern: '^([a-z0-9-]+(\\.[a-z0-9-]+)+)?$',
      default: '',
      description:
        'Domain for generated customer addresses, where FedaPay requires a customer. Empty: none is sent',
    }),
  ),
  expired_is_final: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Treat the status `expired` as final. Otherwise it is inquired about again',
    }),
  ),
  webhook_tolerance_s: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: 300,
      description: 'Maximum difference between the time of a signature and our clock, in seconds',
    }),
  ),
});

export const secret_fields = ['secret_key', 'webhook_secret'] as const;

type FedapayConfig = Config<typeof settings_schema, (typeof secret_fields)[number]>;

/** The URL of an account's API, with its version. */
export function addressOf({ base_url = usual_base_url }: Pick<FedapayConfig, 'base_url'>): string {
  return base_url;
}

/** An account's settings with defaults filled in. */
export interface Settings extends Reading {
  readonly secret_key: FedapayConfig['secret_key'];
  readonly webhook_secret: FedapayConfig['webhook_secret'];
  readonly base_url: string;
  /** By operator code. */
  readonly collect_modes: ReadonlyMap<string, string>;
  readonly payout_modes: ReadonlyMap<string, string>;
  readonly phone_format: 'national' | 'international';
  readonly customer_email_domain: string | null;
  readonly webhook_tolerance_s: number;
}

/** @throws Error when the currency is invalid */
export function settingsOf(config: FedapayConfig): Settings {
  return {
    secret_key: config.secret_key,
    webhook_secret: config.webhook_secret,
    base_url: addressOf(config),
    currency: asCurrency(config.currency ?? 'XOF'),
    collect_modes: readModes(config.collect_modes ?? usual_collect_modes),
    payout_modes: readModes(config.payout_modes ?? ''),
    phone_format: config.phone_format ?? 'national',
    customer_email_domain: config.customer_email_domain || null,
    expired_is_final: config.expired_is_final ?? false,
    webhook_tolerance_s: config.webhook_tolerance_s ?? 300,
  };
}

/** Operators of the catalogue that have a mode and hold the account's currency. */
export function servicesOf(config: FedapayConfig): readonly Service[] {
  if (config.currency !== undefined && !isCurrency(config.currency)) return [];
  const { collect_modes, payout_modes, currency } = settingsOf(config);
  const codes = [...new Set([...collect_modes.keys(), ...payout_modes.keys()])];
  return codes
    .filter((code) => findOperator(code)?.currencies.includes(currency))
    .map((operator) => serviceOf(operator, currency, collect_modes, payout_modes));
}

function serviceOf(
  operator: string,
  currency: Currency,
  collect_modes: Settings['collect_modes'],
  payout_modes: Settings['payout_modes'],
): Service {
  return {
    operator,
    currency,
    collect: collect_modes.has(operator),
    payout: payout_modes.has(operator),
    // No refund by API is documented: refunds are sent as payouts.
    refund: false,
    // Not published.
    min_amount: null,
    max_amount: null,
    // "The amount, always in whole numbers."
    decimals: 0,
    code_first: null,
  };
}

function readModes(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(' ').filter(Boolean);
  return new Map(
    pairs.map((pair): [string, string] => {
      const [operator = '', mode = ''] = pair.split('=');
      return [operator, mode];
    }),
  );
}

/** The operators of the usual modes. FedaPay may open others for an account. */
export const usual_operators: readonly string[] = [...readModes(usual_collect_modes).keys()];
