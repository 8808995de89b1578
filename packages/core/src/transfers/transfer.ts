import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer, LookupRequest } from '@guichet/operators/contract';
import type { AliasedRawBuilder, Selectable, Updateable } from 'kysely';
import type { Posting, PostingLine } from '../ledger/post.ts';
import type { Via } from '../payments/attempt/transition.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import type { TransferTable } from '../platform/database/tables/transfers.ts';

/**
 * The name of a kind of transfer. Its tables (`payouts`, `payout_transitions`), jobs (`send_payout`, `follow_payout`),
 * events (`payout.failed`) and postings (`payout_paid`) are called after it.
 */
export type TransferNoun = 'payout' | 'refund';

/** Money that leaves: a payout or a refund, as far as the two are alike. */
export type Transfer = Selectable<TransferTable> & { readonly account_id: string | null };

/** The name of a transfer in our own code. */
export type TransferKey = Pick<Transfer, 'merchant_id' | 'id'>;

/** Columns that a change may set; status and sequence are the state table's. */
export type TransferFacts = Omit<Updateable<TransferTable>, 'status' | 'sequence'> & {
  readonly paid_at?: Date | null;
  readonly refunded_at?: Date | null;
};

/** A job of the engine, with the kind that it is about. */
export interface TransferWork<Row extends Transfer> {
  readonly kind: TransferKind<Row>;
  readonly job: TransferJob;
}

/** The payload of a job of payouts or of refunds. */
export interface TransferJob {
  readonly merchant_id: string;
  readonly payout_id?: string;
  readonly refund_id?: string;
}

/** Columns of a transfer that a posting is made from. */
export type BookedTransfer = Pick<
  Transfer,
  'merchant_id' | 'id' | 'mode' | 'currency' | 'amount_minor' | 'connector' | 'account_id'
>;

/** The books of a kind of transfer: its postings differ in nothing else. */
export interface TransferBooks<Booked extends BookedTransfer> {
  readonly noun: TransferNoun;
  /** The account of what is on its way. */
  readonly in_flight: string;
  /** Lines that take the amount from its source: debits. */
  sourceOf(transfer: Booked): readonly PostingLine[];
  /** The objects that its ledger transactions belong to. */
  subjectOf(transfer: Booked): Pick<Posting, 'payment_id' | 'payout_id' | 'refund_id'>;
}

/** A call to an operator, with everything prepared. */
export interface OperatorCall {
  readonly verb: 'payout' | 'refund';
  call(signal: AbortSignal): Promise<ConnectorAnswer>;
}

/** Everything that payouts and refunds do not have in common. */
export interface TransferKind<Row extends Transfer = Transfer> {
  readonly noun: TransferNoun;
  readonly books: TransferBooks<Row>;
  /** Columns of the row that stand in other tables. */
  readonly columns: readonly AliasedRawBuilder<unknown, string>[];
  /** The event that merchants get when the operator has moved the money back. */
  readonly reversed_event: 'payout.returned' | 'refund.reversed';
  /** The column of the time of success. */
  readonly ended_at: 'paid_at' | 'refunded_at';
  /** The object that merchants see in the API and in events. */
  present(transfer: Row): { readonly object: TransferNoun };
  phoneOf(transfer: Row): string;
  /** Names of people, to be redacted from stored operator calls. */
  namesOf(db: Connection, transfer: Row): Promise<readonly (string | null)[]>;
  /** Whether it may be sent; a transfer without this always may. */
  isReleased?(tx: Connection, transfer: Row): Promise<boolean>;
  /**
   * Prepares everything but the call itself.
   *
   * @param db the transaction that the caller is in, if it is in one
   * @throws Error when the connector is gone or no longer does this: transfers are created only with connectors that do
   */
  prepareCall(ctx: CallContext, db: Connection, transfer: Row): Promise<OperatorCall>;
  /** Learns from how the call went, before its result is applied. */
  noteCall?(ctx: Pick<Context, 'db' | 'clock' | 'log'>, transfer: Row, outcome: Outcome): Promise<void>;
  /** The part of a status inquiry that names what was sent. */
  subjectOfInquiry(db: Connection, transfer: Row): Promise<Pick<LookupRequest, 'direction' | 'collection'>>;
  /**
   * Whether a report that does not name this transfer is about another one; a transfer without this is always named.
   */
  isAboutAnother?(tx: Connection, transfer: Row): Promise<boolean>;
  /** Whether a success after a failure is for a person to look at. */
  needsReview?(tx: Connection, transfer: Row, via: Via): Promise<boolean>;
  /** Whether a failed one may be reopened; a transfer without this always may. */
  mayReopen?(tx: Connection, transfer: Row): Promise<boolean>;
  /** Completes a success in its transaction. */
  afterSuccess?(tx: Connection, transfer: Row): Promise<void>;
  /** Completes a failure in its transaction. */
  afterFailure?(tx: Connection, transfer: Row): Promise<void>;
  /** Completes the reversal of a success in its transaction. */
  afterReversal?(tx: Connection, transfer: Row): Promise<void>;
  /** The time of success; null unless it has succeeded. */
  succeededAt(transfer: Row): Date | null;
  /** The direction asked of the provider: some refunds are sent as payouts. */
  directionOf(transfer: Row): 'payout' | 'refund';
}

type CallContext = Pick<Context, 'connectors' | 'accounts'>;
