import { clearingOf } from '../ledger/accounts.ts';
import type { Posting, PostingLine } from '../ledger/post.ts';
import type { BookedTransfer, TransferBooks } from './transfer.ts';

/** Reserves the amount of a new transfer: it can no longer be spent. */
export function reservationOf<Booked extends BookedTransfer>(
  books: TransferBooks<Booked>,
  transfer: Booked,
  at: Date,
): Posting {
  return postingOf(books, transfer, at, 'reserved', [
    ...books.sourceOf(transfer),
    credit(books.in_flight, transfer),
  ]);
}

/** Reserves a returned amount again, even if the balance falls below zero: the recipient may still get it. */
export function reopeningOf<Booked extends BookedTransfer>(
  books: TransferBooks<Booked>,
  transfer: Booked,
  at: Date,
): Posting {
  return { ...reservationOf(books, transfer, at), kind: `${books.noun}_reopened` };
}

/** Removes a reserved amount from the money in flight: the recipient has been paid. */
export function paymentOf<Booked extends BookedTransfer>(
  books: TransferBooks<Booked>,
  transfer: Booked,
  at: Date,
): Posting {
  return postingOf(books, transfer, at, 'paid', [debit(books.in_flight, transfer), paidOut(transfer)]);
}

/** Returns a reserved amount to its source. */
export function returnOf<Booked extends BookedTransfer>(
  books: TransferBooks<Booked>,
  transfer: Booked,
  at: Date,
): Posting {
  return postingOf(books, transfer, at, 'returned', [
    debit(books.in_flight, transfer),
    ...backToSource(books, transfer),
  ]);
}

/** Debits a returned amount again, even if the balance falls below zero: the recipient was paid after all. */
export function latePaymentOf<Booked extends BookedTransfer>(
  books: TransferBooks<Booked>,
  transfer: Booked,
  at: Date,
): Posting {
  return postingOf(books, transfer, at, 'paid_late', [...books.sourceOf(transfer), paidOut(transfer)]);
}

/** Returns the amount of a paid transfer to its source: the operator has reversed it. */
export function reversalOf<Booked extends BookedTransfer>(
  books: TransferBooks<Booked>,
  transfer: Booked,
  at: Date,
): Posting {
  const brought_back = debit(clearingOf(transfer), transfer);
  return postingOf(books, transfer, at, 'reversed', [brought_back, ...backToSource(books, transfer)]);
}

function backToSource<Booked extends BookedTransfer>(
  books: TransferBooks<Booked>,
  transfer: Booked,
): readonly PostingLine[] {
  return books.sourceOf(transfer).map(({ account, amount_minor }) => ({
    account,
    amount_minor: -amount_minor,
  }));
}

/** A line that debits the whole amount. It reduces what we owe, which is a credit and therefore negative. */
export function debit(account: string, { amount_minor }: BookedTransfer): PostingLine {
  return { account, amount_minor };
}

function credit(account: string, { amount_minor }: BookedTransfer): PostingLine {
  return { account, amount_minor: -amount_minor };
}

/** A line that reduces the money that the operator holds for us by the whole amount. */
function paidOut(transfer: BookedTransfer): PostingLine {
  return credit(clearingOf(transfer), transfer);
}

function postingOf<Booked extends BookedTransfer>(
  books: TransferBooks<Booked>,
  transfer: Booked,
  at: Date,
  what: 'reserved' | 'paid' | 'returned' | 'paid_late' | 'reversed',
  lines: readonly PostingLine[],
): Posting {
  const { merchant_id, mode, currency } = transfer;
  const kind = `${books.noun}_${what}` as const;
  return { merchant_id, mode, kind, currency, attempt_id: null, ...books.subjectOf(transfer), lines, at };
}
