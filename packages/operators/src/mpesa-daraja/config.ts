import Type from 'typebox';
import type { Config } from '../provider.ts';

const hostOf = { production: 'api.safaricom.co.ke', sandbox: 'sandbox.safaricom.co.ke' } as const;
export const hosts = Object.values(hostOf);

const text = (description: string) => Type.String({ minLength: 1, description });

export const configSchema = Type.Object(
  {
    environment: Type.Enum(['production', 'sandbox'], {
      description: "production, or sandbox for the portal's test environment without money.",
    }),
    consumer_key: text("Consumer key of the portal's app."),
    consumer_secret: text("Consumer secret of the portal's app."),
    short_code: Type.String({
      pattern: '^\\d{5,7}$',
      description: 'Paybill number; for a till, its store or head-office number.',
    }),
    till: Type.Optional(
      Type.String({
        pattern: '^\\d{5,8}$',
        description: 'Till number, if customers pay a till (Buy Goods).',
      }),
    ),
    passkey: text('Passkey of the short code for STK push.'),
    callback_key: Type.String({
      minLength: 24,
      description:
        'A long random text of your own. It makes every callback address unguessable: Safaricom signs nothing. After a change, callbacks for requests already in flight no longer settle them; status inquiries do.',
    }),
    max_amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: 150_000,
        description: 'Maximum amount of one payment, in shillings.',
      }),
    ),
    initiator_name: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Initiator for payouts and reversals, which are off without it.',
      }),
    ),
    initiator_password: Type.Optional(
      Type.String({ minLength: 1, description: "The initiator's password." }),
    ),
    certificate: Type.Optional(
      Type.String({
        minLength: 100,
        description:
          "Safaricom's certificate of the environment, from the portal: PEM, or its base64 on one line. The password is encrypted with it.",
      }),
    ),
    payout_short_code: Type.Optional(
      Type.String({
        pattern: '^\\d{5,7}$',
        description: 'Short code for payouts, if different.',
      }),
    ),
    payout_command: Type.Optional(
      Type.Enum(['BusinessPayment', 'SalaryPayment', 'PromotionPayment'], {
        default: 'BusinessPayment',
        description: 'CommandID of payouts.',
      }),
    ),
    refund_by: Type.Optional(
      Type.Enum(['payout', 'reversal'], {
        default: 'payout',
        description:
          "Method of refunds: a payout to the payer's number, or a reversal of the payment, which needs the receipt from its callback.",
      }),
    ),
    partial_reversals: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether partial reversals are allowed. One source documents them; Safaricom does not.',
      }),
    ),
    reversal_identifier_type: Type.Optional(
      Type.String({
        pattern: '^\\d{1,2}$',
        default: '11',
        description: 'RecieverIdentifierType of reversals; the default is not confirmed.',
      }),
    ),
    base_url: Type.Optional(
      Type.String({
        pattern: '^https?://[^ ]+[^/ ]$',
        description: 'Address to use instead of that of the environment, such as a simulator.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Never shown again. */
export const secretFields = ['consumer_secret', 'passkey', 'callback_key', 'initiator_password'] as const;

export type DarajaConfig = Config<typeof configSchema, (typeof secretFields)[number]>;

/** The URL of an account's API; by default, that of its environment. */
export function addressOf({ base_url, environment }: Pick<DarajaConfig, 'base_url' | 'environment'>): string {
  return base_url ?? `https://${hostOf[environment]}`;
}

/** The user that acts for an organization. */
export interface Initiator {
  readonly name: string;
  readonly password: string;
  readonly certificate: string;
}

/** @returns undefined if an account has none, or an incomplete one */
export function initiatorOf(config: DarajaConfig): Initiator | undefined {
  const { initiator_name, initiator_password, certificate } = config;
  if (initiator_name === undefined || !initiator_password || certificate === undefined) return undefined;
  return { name: initiator_name, password: initiator_password.reveal(), certificate };
}
