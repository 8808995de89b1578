import type { Entry } from '../books.ts';

/** One organization at Safaricom: its short codes, its keys and the initiator that acts for it. */
export interface DarajaOptions {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly short_code: string;
  readonly passkey: string;
  /** If set, payments go to this till instead of the short code. */
  readonly till: string | null;
  readonly initiator_name: string;
  readonly initiator_password: string;
  /** The amount that can be paid out, in shillings. */
  readonly float: bigint;
}

export const usualOptions: DarajaOptions = {
  consumer_key: 'simulated-consumer-key',
  consumer_secret: 'simulated-consumer-secret',
  short_code: '600100',
  passkey: 'simulated-passkey',
  till: null,
  initiator_name: 'testapi',
  initiator_password: 'simulated-password',
  float: 1_000_000n,
};

/** The simulator's own fields of a transaction. */
export interface Extra {
  /** MerchantRequestID of a push, OriginatorConversationID of everything else. */
  readonly second_id: string;
  readonly url: string;
  /** The address to notify when a payout or a reversal has waited too long. */
  readonly queue_url: string | null;
  /** Receipt of the payment that a reversal refers to. */
  readonly about: string | null;
  /** Receipt of the transaction, once it has moved money. */
  receipt: string | null;
}

export type DarajaEntry = Entry<Extra>;
