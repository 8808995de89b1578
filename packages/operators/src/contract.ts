import type { Clock } from '@guichet/kernel/clock';
import type { Money } from '@guichet/kernel/money';
import type { Outcome } from '@guichet/kernel/outcome';

/** What a connector is asked to collect. `reference` was committed before the call and is the provider's own key. */
export interface CollectRequest {
  /** UUID v4, unique to this attempt. */
  readonly reference: string;
  /** Operator code the customer picked, `mtn_ci`. */
  readonly operator: string;
  /** Payer's number in E.164. */
  readonly phone: string;
  /** Total charged to the customer, fees included. */
  readonly money: Money;
  /** At most 255 characters, as the merchant wrote it, or empty. */
  readonly description: string;
  /** One-time code where the operator wants it with the request. */
  readonly otp: string | null;
  /** Hosted page of the session, where an operator's own page sends the customer back to. */
  readonly page_url: string;
  /** When the checkout session stops taking new attempts. */
  readonly session_expires_at: Date;
}

/** What a connector is asked to pay out. `reference` was committed before the call and is the provider's own key. */
export interface PayoutRequest {
  /** UUID v4, unique to this payout. */
  readonly reference: string;
  /** Operator code of the recipient's wallet, `mtn_ci`. */
  readonly operator: string;
  /** Recipient's number in E.164. */
  readonly phone: string;
  /** What the recipient gets. */
  readonly money: Money;
  /** Recipient's names, for providers that compare them with the owner of the wallet. */
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** At most 255 characters, as the merchant wrote it, or empty. */
  readonly description: string;
}

/** What a connector is asked to give back of a collection. `reference` was committed before the call. */
export interface RefundRequest {
  /** UUID v4, unique to this refund. */
  readonly reference: string;
  readonly operator: string;
  /** Payer's number in E.164: where the money goes back to. */
  readonly phone: string;
  /** What is given back, at most what was collected. */
  readonly money: Money;
  /** The collection it is about. */
  readonly collection: {
    readonly reference: string;
    readonly provider_reference: string | null;
    /** The operator's own receipt number ({@link Notice.receipt}); null or absent where none was told. */
    readonly receipt?: string | null;
    /** What was collected. */
    readonly money: Money;
  };
  /** At most 255 characters, as the merchant wrote it, or empty. */
  readonly description: string;
}

/** Which way the money goes: from a customer to us, from us to a recipient, or back to a customer. */
export type Direction = 'collect' | 'payout' | 'refund';

/** What a connector needs to ask about an attempt or a payout, also when the answer to the request was lost. */
export interface LookupRequest {
  /** What was requested under the reference: many providers answer about each at an address of its own. */
  readonly direction: Direction;
  readonly reference: string;
  readonly provider_reference: string | null;
  readonly operator: string;
  readonly phone: string;
  readonly money: Money;
  /** When the request was committed, before the call. */
  readonly created_at: Date;
  /** Of a refund, the collection that it is about: some providers give a refund no name of its own. */
  readonly collection?: RefundRequest['collection'];
}

export interface OtpRequest extends LookupRequest {
  readonly otp: string;
}

/** The answer to a call. `raw` is the provider's answer, already redacted, kept for support. */
export interface ConnectorAnswer {
  readonly outcome: Outcome;
  readonly provider_reference: string | null;
  readonly raw: unknown;
}

/** A callback as it came: the text before any parsing, because signatures cover bytes. */
export interface RawCallback {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When it came, for signatures that are good for minutes; absent: now. */
  readonly received_at?: Date;
  /** How it was requested; absent where it never came over HTTP. */
  readonly request?: {
    /** In capitals: `POST`, `PUT`. */
    readonly method: string;
    /** The public address it was sent to, with host, path and query. */
    readonly url: string;
    /** Last part of the path, when it is one of our references: connectors may put one there when they ask. */
    readonly reference: string | null;
  };
}

/** One thing a callback says. */
export interface Notice {
  /** Our reference, or null where the provider only sends its own. */
  readonly reference: string | null;
  readonly provider_reference: string | null;
  readonly outcome: Outcome;
  readonly raw: unknown;
  /**
   * `signed`: this one may settle although the account's callbacks are hints. It came to an address that holds an
   * unguessable secret of ours, made for this one request and told to nobody but the provider, and the connector has
   * checked that. Absent: as `callback_trust` says.
   */
  readonly trust?: 'signed';
  /**
   * The operator's own receipt number, where a refund has to name the collection by it. Given only by notices that may
   * settle or carry the same proof: a refund would go to whoever paid that receipt.
   */
  readonly receipt?: string;
}

/** What the provider says of an account's credentials. */
export type CredentialCheck =
  /** `services`: what the account can do, where the provider says so; else what its settings say. */
  | { readonly kind: 'good'; readonly services?: readonly Service[] }
  /** The provider refuses them. `problem` is a sentence for whoever typed them. */
  | { readonly kind: 'bad'; readonly problem: string }
  /** The provider could not be asked. */
  | { readonly kind: 'unknown'; readonly problem: string };

/** What an account can do with one operator and currency. */
export interface Service {
  readonly operator: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly collect: boolean;
  readonly payout: boolean;
  readonly refund: boolean;
  /**
   * Whether `refund` also gives back a part of a collection; absent: it does. Where it does not, a part goes back as a
   * payout, if the account can pay out.
   */
  readonly refund_parts?: boolean;
  /** Major units, of what the operator is asked to collect; null: as the catalogue says. */
  readonly min_amount: number | null;
  readonly max_amount: number | null;
  /** Decimals it accepts; null: as the catalogue says. */
  readonly decimals: number | null;
  /**
   * The customer makes a one-time code before paying, by dialling this (`{amount}` stands for the total), and gives it
   * with the request. null: no code, or one that is asked for later.
   */
  readonly code_first: { readonly dial: string } | null;
}

/** What an account holds at the provider. */
export interface WalletBalance {
  /** What the provider calls the wallet: a country, a product. Empty where it has one only. */
  readonly wallet: string;
  readonly money: Money;
}

/** How an operator does at a provider, as the provider says. */
export interface Availability {
  readonly operator: string;
  readonly direction: Direction;
  /** `delayed`: collections are refused, payouts and refunds wait in line. */
  readonly state: 'up' | 'delayed' | 'down';
}

/**
 * One provider's API for one set of credentials. Stateless: no database, no queue, no status change. It never
 * retries a call that moves money. Every call gets a signal that ends it at its deadline.
 *
 * Optional members are abilities: presence is the capability.
 */
export interface Connector {
  /**
   * What this account's callbacks are worth, where that is a matter of its settings (pawaPay signs callbacks once its
   * dashboard says so). Absent: what the provider's `callback_trust` says. Read it as
   * `connector.callback_trust ?? provider.callback_trust`.
   */
  readonly callback_trust?: 'signed' | 'hint';
  collect(request: CollectRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  lookup(request: LookupRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Sends money to a recipient. Nobody has to do anything for it: a payout that is pending asks for no action. */
  payout?(request: PayoutRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Hands over a one-time code that the provider asked for after `collect`. */
  submitOtp?(request: OtpRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /**
   * Has the operator send its one-time code again, for the same request: it never asks for money anew. Pending when it
   * was sent. An action of `otp` says by `can_resend` where this is possible.
   */
  resendOtp?(request: LookupRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Gives money of a collection back. Nobody has to do anything for it. */
  refund?(request: RefundRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** What the account holds at the provider. Throws when it cannot be read. */
  balance?(signal: AbortSignal): Promise<readonly WalletBalance[]>;
  /** How the provider's operators do. Throws when it cannot be read. */
  availability?(signal: AbortSignal): Promise<readonly Availability[]>;
  /** Asks the provider whether the credentials are right, without moving money. */
  checkCredentials?(signal: AbortSignal): Promise<CredentialCheck>;
  /**
   * True when the callback provably comes from the provider. Always true where the account's callbacks are hints.
   * Throws when it cannot be found out for now (the provider's keys cannot be had): the callback waits then.
   */
  verifyCallback(raw: RawCallback): boolean | Promise<boolean>;
  /** Reads a verified callback. Empty when it says nothing about money. */
  readCallback(raw: RawCallback): readonly Notice[];
}

/** What a connector is, before it has credentials. */
export interface ConnectorDescriptor<Config, Dependencies = ConnectorDependencies> {
  /** `mtn-momo`, `wave`, `sandbox`. */
  readonly id: string;
  readonly display_name: string;
  /** `signed` callbacks may settle; a `hint` only schedules a look-up. */
  readonly callback_trust: 'signed' | 'hint';
  create(config: Config, dependencies: Dependencies): Connector;
}

export interface ConnectorDependencies {
  readonly clock: Clock;
}
