import type { Clock } from '@guichet/kernel/clock';
import type { Money } from '@guichet/kernel/money';
import type { Outcome } from '@guichet/kernel/outcome';

/** A request to collect. `reference` was committed before the call and is the provider's idempotency key. */
export interface CollectRequest {
  /** UUID v4, unique to this attempt. */
  readonly reference: string;
  /** Code of the operator that the customer chose, `mtn_ci`. */
  readonly operator: string;
  /** Payer's number in E.164; empty if the customer entered none, which {@link Service.needs_number} allows. */
  readonly phone: string;
  /** Total charged to the customer, fees included. */
  readonly money: Money;
  /** At most 255 characters, as the merchant wrote it, or empty. */
  readonly description: string;
  /** One-time code, if the operator requires it with the request. */
  readonly otp: string | null;
  /** The session's hosted page. */
  readonly page_url: string;
  /** The URL to which an operator's own page returns the customer: the hosted page, which then waits for the outcome. */
  readonly return_url: string;
  /** Time after which the checkout session accepts no new attempts. */
  readonly session_expires_at: Date;
}

/** A request to pay out. `reference` was committed before the call and is the provider's idempotency key. */
export interface PayoutRequest {
  /** UUID v4, unique to this payout. */
  readonly reference: string;
  /** Operator code of the recipient's wallet, `mtn_ci`. */
  readonly operator: string;
  /** Recipient's number in E.164. */
  readonly phone: string;
  /** The amount that the recipient gets. */
  readonly money: Money;
  /** The recipient's names, for providers that compare them with the owner of the wallet. */
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** At most 255 characters, as the merchant wrote it, or empty. */
  readonly description: string;
}

/** A request to refund a collection. `reference` was committed before the call. */
export interface RefundRequest {
  /** UUID v4, unique to this refund. */
  readonly reference: string;
  readonly operator: string;
  /** Payer's number in E.164, to which the money returns. */
  readonly phone: string;
  /** The amount to refund, at most what was collected. */
  readonly money: Money;
  /** The refunded collection. */
  readonly collection: {
    readonly reference: string;
    readonly provider_reference: string | null;
    /** The operator's own receipt number ({@link Notice.receipt}); null or absent if unknown. */
    readonly receipt?: string | null;
    /** The collected amount. */
    readonly money: Money;
  };
  /** At most 255 characters, as the merchant wrote it, or empty. */
  readonly description: string;
}

/** The direction of the money: from a customer to us, from us to a recipient, or back to a customer. */
export type Direction = 'collect' | 'payout' | 'refund';

/**
 * A status inquiry about an attempt, a payout or a refund, possible even if the response to the request was
 * lost.
 */
export interface LookupRequest {
  /** The kind of request: many providers have an endpoint for each. */
  readonly direction: Direction;
  readonly reference: string;
  readonly provider_reference: string | null;
  readonly operator: string;
  readonly phone: string;
  readonly money: Money;
  /** Time at which the request was committed, before the call. */
  readonly created_at: Date;
  /** For a refund, the refunded collection: some providers give a refund no reference of its own. */
  readonly collection?: RefundRequest['collection'];
  /**
   * True if the database was restored after the request was committed: the response may have arrived, and the
   * customer may have seen its result, although no provider reference is recorded.
   */
  readonly is_restored?: boolean;
  /**
   * True if the request is not recorded as sent. If a database was restored, the request may have been sent anyway
   * at any time since `created_at`. That the provider does not know it, however old it is, does not mean that it
   * failed: it is sent later. `ageOf` (`age-of.ts`) takes this into account.
   */
  readonly is_unsent?: boolean;
}

export interface OtpRequest extends LookupRequest {
  readonly otp: string;
}

/** The result of a call. `raw` is the provider's response, already redacted, for support. */
export interface ConnectorAnswer {
  readonly outcome: Outcome;
  readonly provider_reference: string | null;
  readonly raw: unknown;
  /**
   * True if the report on a refund names only its collection: if that collection has several refunds, the report
   * may be about a different one.
   */
  readonly names_collection_only?: boolean;
  /**
   * True in the result of an inquiry that the provider does not offer, or not without its own reference: a request
   * whose response was lost can neither be found nor be sent again without moving money a second time.
   */
  readonly cannot_be_found?: boolean;
  /**
   * True in the result of an inquiry for which the connector made no request, although it can make one later: the
   * result says nothing about the provider's books.
   */
  readonly is_unasked?: boolean;
}

/** A callback as received: the text before any parsing, because signatures cover bytes. */
export interface RawCallback {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time of arrival, for signatures that expire after some minutes; if absent, the current time. */
  readonly received_at?: Date;
  /** The HTTP request; absent if there was none. */
  readonly request?: {
    /** In capitals: `POST`, `PUT`. */
    readonly method: string;
    /** The public URL it was sent to, with host, path and query. */
    readonly url: string;
    /**
     * Last part of the path, if it is one of our references: connectors may put one into the callback URL.
     */
    readonly reference: string | null;
  };
}

/** A report in a callback about one attempt, payout or refund. */
export interface Notice {
  /** Our reference, or null if the provider only sends its own. */
  readonly reference: string | null;
  readonly provider_reference: string | null;
  /**
   * Whether `provider_reference` is that of a payout or a refund, for a provider that numbers those and collections
   * separately. If absent, a number identifies only one request, of any kind.
   */
  readonly is_outgoing?: boolean;
  readonly outcome: Outcome;
  readonly raw: unknown;
  /**
   * `signed`: this notice may settle even if the account's callbacks are hints. It arrived at a URL with an
   * unguessable secret that was created for this request and is known only to the provider, and the connector has
   * verified that secret. If absent, `callback_trust` applies.
   */
  readonly trust?: 'signed';
  /**
   * The operator's own receipt number, if refunds have to name the collection by it. Set only in notices that may
   * settle or are equally trustworthy: a refund would go to whoever paid the transaction with that number.
   */
  readonly receipt?: string;
}

/** A provider's verdict on an account's credentials. */
export type CredentialCheck =
  /** `services`: what the account can do, if the provider reports it; otherwise its settings decide. */
  | { readonly kind: 'good'; readonly services?: readonly Service[] }
  /** The provider refuses them. `problem` is a sentence for the person who entered them. */
  | { readonly kind: 'bad'; readonly problem: string }
  /** The provider could not be reached. */
  | { readonly kind: 'unknown'; readonly problem: string };

/** The abilities of an account with one operator and currency. */
export interface Service {
  readonly operator: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly collect: boolean;
  readonly payout: boolean;
  readonly refund: boolean;
  /**
   * Whether `refund` supports partial refunds; if absent, it does. If it does not, a partial refund is sent as a
   * payout, provided that the account can pay out.
   */
  readonly refund_parts?: boolean;
  /**
   * Whether only the number that the customer entered can pay; if absent, it is so. If not (whoever opens the link or
   * scans the code can pay), the payer is unknown, and no refund is sent as a payout.
   */
  readonly payer_known?: boolean;
  /**
   * False if the customer can pay without having entered a number, because the operator's own page or app knows it;
   * if absent, a number is needed. Without a number the payer is unknown, and no refund is sent as a payout.
   */
  readonly needs_number?: boolean;
  /**
   * The limits of the amount that the operator is asked to collect, in major units; null for those of the
   * catalogue.
   */
  readonly min_amount: number | null;
  readonly max_amount: number | null;
  /** The number of decimals that the operator accepts; null for that of the catalogue. */
  readonly decimals: number | null;
  /**
   * Set if the customer creates a one-time code before paying, by dialing this (`{amount}` stands for the total),
   * and enters it with the request. null if the operator needs no code, or asks for it later.
   */
  readonly code_first: { readonly dial: string } | null;
}

/** An account's balance at the provider. */
export interface WalletBalance {
  /** The provider's name for the wallet: a country, a product. Empty if there is only one. */
  readonly wallet: string;
  readonly money: Money;
}

/** An operator's availability at a provider, as the provider reports it. */
export interface Availability {
  readonly operator: string;
  readonly direction: Direction;
  /** `delayed`: collections are refused, payouts and refunds are queued. */
  readonly state: 'up' | 'delayed' | 'down';
}

/**
 * One provider's API for one set of credentials. Stateless: no database, no queue, no status change. It never
 * retries a call that moves money. Every call has a signal that ends it at its deadline.
 *
 * Optional members are abilities: a connector that has the member has the ability.
 */
export interface Connector {
  /**
   * The trust in this account's callbacks, if that depends on its settings (pawaPay signs callbacks only
   * after this was enabled in its dashboard). If absent, the provider's `callback_trust` applies. Read it as
   * `connector.callback_trust ?? provider.callback_trust`.
   */
  readonly callback_trust?: 'signed' | 'hint';
  /**
   * For each direction, the number of seconds within which the provider responds, if that is to be waited for: set
   * where the response is the only report on a request, because neither an inquiry nor a callback repeats it. In a
   * direction that is not listed, the service waits for as long as it usually does, ten seconds.
   */
  readonly answer_within_s?: Partial<Record<Direction, number>>;
  collect(request: CollectRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  lookup(request: LookupRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Sends money to a recipient. A pending payout requires no action by anybody. */
  payout?(request: PayoutRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Submits a one-time code that the provider asked for after `collect`. */
  submitOtp?(request: OtpRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /**
   * Has the operator send its one-time code again, for the same request, without requesting money again. The
   * outcome is pending if the code was sent. `can_resend` in an `otp` action says that this is possible.
   */
  resendOtp?(request: LookupRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Refunds a collection. A pending refund requires no action by anybody. */
  refund?(request: RefundRequest, signal: AbortSignal): Promise<ConnectorAnswer>;
  /** Gets the account's balance at the provider. @throws Error when it cannot be read */
  balance?(signal: AbortSignal): Promise<readonly WalletBalance[]>;
  /** Gets the availability of the provider's operators. @throws Error when it cannot be read */
  availability?(signal: AbortSignal): Promise<readonly Availability[]>;
  /** Asks the provider whether the credentials are valid, without moving money. */
  checkCredentials?(signal: AbortSignal): Promise<CredentialCheck>;
  /**
   * Whether the callback is proven to come from the provider. Always true if the account's callbacks are hints.
   *
   * @throws Error when that cannot be checked for now (the provider's keys are unavailable); the callback is then
   * processed later
   */
  verifyCallback(raw: RawCallback): boolean | Promise<boolean>;
  /** Parses a verified callback. The list is empty if the callback does not concern money. */
  readCallback(raw: RawCallback): readonly Notice[];
}

/** A connector before it has credentials. */
export interface ConnectorDescriptor<Config, Dependencies = ConnectorDependencies> {
  /** `mtn-momo`, `wave`, `sandbox`. */
  readonly id: string;
  readonly display_name: string;
  /** `signed` callbacks may settle; a `hint` only schedules an inquiry. */
  readonly callback_trust: 'signed' | 'hint';
  create(config: Config, dependencies: Dependencies): Connector;
}

export interface ConnectorDependencies {
  readonly clock: Clock;
}
