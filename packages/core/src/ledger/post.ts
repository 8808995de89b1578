import { makeIdAt } from '@guichet/kernel/ids';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import type { PostingKind } from './kinds.ts';
import { type Booking, insertLedgerTransaction, insertLedgerTransactions } from './queries.ts';

/** A line of a posting; the amount of a debit is positive, that of a credit negative. */
export interface PostingLine {
  readonly account: string;
  readonly amount_minor: bigint;
}

/** Money that moves between accounts of one merchant, mode and currency. */
export interface Posting {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly kind: PostingKind;
  readonly currency: string;
  readonly payment_id: string | null;
  readonly attempt_id: string | null;
  readonly payout_id: string | null;
  readonly refund_id?: string;
  readonly movement_id?: string;
  /** The number of times that the operator has already reversed the same money; 0 when omitted. */
  readonly round?: number;
  readonly lines: readonly PostingLine[];
  readonly at: Date;
}

/**
 * Books a posting and the balance changes of its accounts in the caller's transaction. Lines of zero are
 * omitted.
 *
 * @throws Error when the lines do not sum to zero: that is a bug, and nothing may be committed with it
 */
export async function post(tx: Connection, posting: Posting): Promise<void> {
  await insertLedgerTransaction(tx, bookingOf(posting));
}

/** Books many postings of one merchant and mode, with one balance change for each account. */
export async function postAll(tx: Connection, postings: readonly Posting[]): Promise<void> {
  await insertLedgerTransactions(tx, postings.map(bookingOf));
}

/** @throws Error when the lines do not sum to zero */
function bookingOf(posting: Posting): Booking {
  const sum = posting.lines.reduce((total, line) => total + line.amount_minor, 0n);
  if (sum !== 0n) throw new Error(`posting ${posting.kind} is off by ${sum}`);
  const { merchant_id, mode, kind, payment_id, attempt_id, payout_id, currency } = posting;
  const { refund_id = null, movement_id = null, round = 0 } = posting;
  // Account statements find entries by their ids, which contain a time. The id is therefore made from the time of
  // the posting, which comes from the database's clock. If that time is in a closed period, the database changes both.
  const id = makeIdAt('ledger_transaction', posting.at);
  return {
    transaction: {
      ...{ merchant_id, id, mode, kind, payment_id, attempt_id, payout_id, refund_id, movement_id, round },
      created_at: posting.at,
    },
    entries: posting.lines
      .filter((line) => line.amount_minor !== 0n)
      .map((line, index) => ({
        merchant_id,
        transaction_id: id,
        line: index + 1,
        account: line.account,
        currency,
        amount_minor: line.amount_minor,
      })),
  };
}
