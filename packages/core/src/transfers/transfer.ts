import type { ConnectorAnswer, LookupRequest } from '@guichet/operators/contract';
import type { AliasedRawBuilder, Selectable, Updateable } from 'kysely';
import type { Posting, PostingLine } from '../ledger/post.ts';
import type { Via } from '../payments/attempt/transition.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import type { TransferTable } from '../platform/database/tables/transfers.ts';

/**
 * The name of a kind of transfer. Its tables (`payouts`, `payout_transitions`), jobs (`send_payout`, `follow_payout`),
 * events (`payout.failed`) and postings (`payout_paid`) are named after it.
 */
export type TransferNoun = 'payout' | 'refund';

/** Money out: the fields that payouts and refunds have in common. */
export type Transfer = Selectable<TransferTable> & { readonly account_id: string | null };

/** The key of a transfer. */
export type TransferKey = Pick<Transfer, 'merchant_id' | 'id'>;

/** Columns that a change may set; the state table sets status and sequence. */
export type TransferFacts = Omit<Updateable<TransferTable>, 'status' | 'sequence'> & {
  readonly paid_at?: Date | null;
  readonly refunded_at?: Date | null;
};

/** A job of the engine, with the kind of the transfer that the job processes. */
export interface TransferWork<Row extends Transfer> {
  readonly kind: TransferKind<Row>;
  readonly job: TransferJob;
  /** The job's priority, which the job that continues its work gets too; 0 when omitted. */
  readonly priority?: number;
}

/** The payload of a job that processes a payout or a refund. */
export interface TransferJob {
  readonly merchant_id: string;
  readonly payout_id?: string;
  readonly refund_id?: string;
}

/** The columns of a transfer from which a posting is built. */
export type BookedTransfer = Pick<
  Transfer,
  'merchant_id' | 'id' | 'mode' | 'currency' | 'amount_minor' | 'connector' | 'account_id'
>;

/** The books of a kind of transfer: everything in which its postings differ from those of the other kind. */
export interface TransferBooks<Booked extends BookedTransfer> {
  readonly noun: TransferNoun;
  /** The account of amounts in flight. */
  readonly in_flight: string;
  /** Lines that take the amount from its source: debits. */
  sourceOf(transfer: Booked): readonly PostingLine[];
  /** The objects that its ledger transactions belong to. */
  subjectOf(transfer: Booked): Pick<Posting, 'payment_id' | 'payout_id' | 'refund_id'>;
}

/** A prepared call to an operator. */
export interface OperatorCall {
  readonly verb: 'payout' | 'refund';
  /** The time within which the operator responds, if the connector states one (`Connector.answer_within_s`). */
  readonly answer_within_s: number | undefined;
  call(signal: AbortSignal): Promise<ConnectorAnswer>;
}

/** Everything in which payouts and refunds differ. */
export interface TransferKind<Row extends Transfer = Transfer> {
  readonly noun: TransferNoun;
  readonly books: TransferBooks<Row>;
  /** Columns of the row that come from other tables. */
  readonly columns: readonly AliasedRawBuilder<unknown, string>[];
  /** The event that merchants get when the operator has reversed a success. */
  readonly reversed_event: 'payout.returned' | 'refund.reversed';
  /** The column that holds the time of success. */
  readonly ended_at: 'paid_at' | 'refunded_at';
  /** The object that merchants see in the API and in events. */
  present(transfer: Row): { readonly object: TransferNoun };
  phoneOf(transfer: Row): string;
  /** Names of people, to be redacted from stored operator calls. */
  namesOf(db: Connection, transfer: Row): Promise<readonly (string | null)[]>;
  /** Whether a transfer may be sent. If this method is omitted, every transfer may. */
  isReleased?(tx: Connection, transfer: Row): Promise<boolean>;
  /**
   * Keeps a transfer from being sent while its reason is in doubt, and flags it for review. If this method is omitted,
   * no transfer is kept.
   *
   * @returns whether it must not be sent now
   */
  holdBack?(tx: Connection, transfer: Row): Promise<boolean>;
  /**
   * Prepares everything but the call itself.
   *
   * @param db the caller's transaction, if there is one
   * @returns undefined when the account can no longer make it: transfers are created only with accounts that can,
   *   but a setting may have been removed since
   * @throws Error when the connector is gone
   */
  prepareCall(ctx: CallContext, db: Connection, transfer: Row): Promise<OperatorCall | undefined>;
  /** The part of a status inquiry that identifies the request. */
  subjectOfInquiry(db: Connection, transfer: Row): Promise<Pick<LookupRequest, 'direction' | 'collection'>>;
  /**
   * Whether a report that does not name the transfer itself is about another transfer. If this method is omitted,
   * such a report is always about this one.
   */
  isAboutAnother?(tx: Connection, transfer: Row): Promise<boolean>;
  /** Whether a success after a failure needs review. */
  needsReview?(tx: Connection, transfer: Row, via: Via): Promise<boolean>;
  /** Whether a failed transfer may be reopened. If this method is omitted, every one may. */
  mayReopen?(tx: Connection, transfer: Row): Promise<boolean>;
  /** Makes further changes in the transaction of a success. */
  afterSuccess?(tx: Connection, transfer: Row): Promise<void>;
  /** Makes further changes in the transaction of a failure. */
  afterFailure?(tx: Connection, transfer: Row): Promise<void>;
  /** Makes further changes in the transaction in which a success is reversed. */
  afterReversal?(tx: Connection, transfer: Row): Promise<void>;
  /** The time of success; null unless it has succeeded. */
  succeededAt(transfer: Row): Date | null;
  /** The direction of the request to the provider: some refunds are sent as payouts. */
  directionOf(transfer: Row): 'payout' | 'refund';
}

type CallContext = Pick<Context, 'connectors' | 'accounts' | 'log'>;
