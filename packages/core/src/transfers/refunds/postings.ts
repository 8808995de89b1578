import { accounts, clearingOf } from '../../ledger/accounts.ts';
import type { PostingKind } from '../../ledger/kinds.ts';
import type { Posting, PostingLine } from '../../ledger/post.ts';
import type { Refund } from './queries.ts';

type Booked = Pick<
  Refund,
  | 'merchant_id'
  | 'id'
  | 'mode'
  | 'payment_id'
  | 'currency'
  | 'amount_minor'
  | 'fee_minor'
  | 'connector'
  | 'account_id'
  | 'duplicate'
>;

/** What is created is no longer the merchant's to spend, nor the service's fee. */
export function reservationOf(refund: Booked, at: Date): Posting {
  return move(refund, at, 'refund_reserved', takenFrom(refund), owed(accounts.refundsInFlight, refund));
}

/** What was reserved has reached the customer. */
export function paymentOf(refund: Booked, at: Date): Posting {
  return move(refund, at, 'refund_paid', taken(accounts.refundsInFlight, refund), paidOut(refund));
}

/** What was reserved goes back to where it came from. */
export function returnOf(refund: Booked, at: Date): Posting {
  const back = takenFrom(refund).map(({ account, amount_minor }) => ({
    account,
    amount_minor: -amount_minor,
  }));
  return move(refund, at, 'refund_returned', taken(accounts.refundsInFlight, refund), back);
}

/** What was booked back has reached the customer after all: it is taken again, even below zero, because it is gone. */
export function latePaymentOf(refund: Booked, at: Date): Posting {
  return move(refund, at, 'refund_paid_late', takenFrom(refund), paidOut(refund));
}

/** What we owe is a credit, below zero: taking it is a debit. A duplicate was never the merchant's. */
function takenFrom(refund: Booked): readonly PostingLine[] {
  const { amount_minor, fee_minor, duplicate } = refund;
  if (duplicate) return taken(accounts.duplicates, refund);
  return [
    { account: accounts.merchantBalance, amount_minor: amount_minor - fee_minor },
    { account: accounts.fees, amount_minor: fee_minor },
  ];
}

function taken(account: string, { amount_minor }: Booked): readonly PostingLine[] {
  return [{ account, amount_minor }];
}

function owed(account: string, { amount_minor }: Booked): readonly PostingLine[] {
  return [{ account, amount_minor: -amount_minor }];
}

/** The operator holds that much less for us. */
function paidOut(refund: Booked): readonly PostingLine[] {
  return owed(clearingOf(refund), refund);
}

function move(
  refund: Booked,
  at: Date,
  kind: PostingKind,
  debits: readonly PostingLine[],
  credits: readonly PostingLine[],
): Posting {
  const { merchant_id, id, mode, currency, payment_id } = refund;
  return {
    merchant_id,
    mode,
    kind,
    currency,
    payment_id,
    attempt_id: null,
    payout_id: null,
    refund_id: id,
    lines: [...debits, ...credits],
    at,
  };
}
