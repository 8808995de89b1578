import Type from 'typebox';
import type { Config } from '../provider.ts';

const hostOf = { production: 'api.safaricom.co.ke', sandbox: 'sandbox.safaricom.co.ke' } as const;
export const hosts = Object.values(hostOf);

const text = (description: string) => Type.String({ minLength: 1, description });

export const configSchema = Type.Object(
  {
    environment: Type.Enum(['production', 'sandbox'], {
      description: 'production, or sandbox for the portal without money.',
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
        description: 'Till number, where customers pay a till (Buy Goods).',
      }),
    ),
    passkey: text('Passkey of the short code for STK push.'),
    callback_key: Type.String({
      minLength: 24,
      description:
        'A long random text of your own. It makes every callback address unguessable: Safaricom signs nothing. What is on its way when it changes can no longer settle by its callback.',
    }),
    max_amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: 150_000,
        description: 'Most that a customer can be asked for at once, in shillings.',
      }),
    ),
    initiator_name: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Initiator for payouts and reversals; without it there are none.',
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
        description: 'Short code that pays out, where it is another one.',
      }),
    ),
    payout_command: Type.Optional(
      Type.Enum(['BusinessPayment', 'SalaryPayment', 'PromotionPayment'], {
        default: 'BusinessPayment',
        description: 'What a payout is called.',
      }),
    ),
    refund_by: Type.Optional(
      Type.Enum(['payout', 'reversal'], {
        default: 'payout',
        description:
          "How money goes back: as a payout to the payer's number, or by reversing the payment, which needs the receipt that its callback brought.",
      }),
    ),
    partial_reversals: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether a part of a payment may be reversed: one source says so, Safaricom does not.',
      }),
    ),
    reversal_identifier_type: Type.Optional(
      Type.String({
        pattern: '^\\d{1,2}$',
        default: '11',
        description: 'RecieverIdentifierType of reversals, which is not confirmed.',
      }),
    ),
    base_url: Type.Optional(
      Type.String({
        pattern: '^https?://[^ ]+[^/ ]$',
        description: 'Another address than that of the environment: a simulator.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Never shown again. */
export const secretFields = ['consumer_secret', 'passkey', 'callback_key', 'initiator_password'] as const;

export type DarajaConfig = Config<typeof configSchema, (typeof secretFields)[number]>;

/** The URL of an account's API: its environment's by default. */
export function addressOf({ base_url, environment }: Pick<DarajaConfig, 'base_url' | 'environment'>): string {
  return base_url ?? `https://${hostOf[environment]}`;
}

/** The user that acts for an organisation. */
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
