import { accounts, clearingOf } from '../../ledger/accounts.ts';
import type { PostingKind } from '../../ledger/kinds.ts';
import type { Posting } from '../../ledger/post.ts';
import type { Payout } from './queries.ts';

type Booked = Pick<
  Payout,
  'merchant_id' | 'id' | 'mode' | 'currency' | 'amount_minor' | 'connector' | 'account_id'
>;

/** What is created is no longer the merchant's to spend. */
export function reservationOf(payout: Booked, at: Date): Posting {
  return move(payout, at, 'payout_reserved', accounts.merchantBalance, accounts.payoutsInFlight);
}

/** What was reserved has reached the recipient. */
export function paymentOf(payout: Booked, at: Date): Posting {
  const clearing = clearingOf(payout);
  return move(payout, at, 'payout_paid', accounts.payoutsInFlight, clearing);
}

/** What was reserved is the merchant's again. */
export function returnOf(payout: Booked, at: Date): Posting {
  return move(payout, at, 'payout_returned', accounts.payoutsInFlight, accounts.merchantBalance);
}

/** What was given back has reached the recipient after all: it is taken again, even below zero, because it is gone. */
export function latePaymentOf(payout: Booked, at: Date): Posting {
  const clearing = clearingOf(payout);
  return move(payout, at, 'payout_paid_late', accounts.merchantBalance, clearing);
}

/** We owe it to `to` and no longer to `from`: what we owe is a credit, below zero. */
function move(payout: Booked, at: Date, kind: PostingKind, from: string, to: string): Posting {
  const { merchant_id, id, mode, currency, amount_minor } = payout;
  return {
    merchant_id,
    mode,
    kind,
    currency,
    payment_id: null,
    attempt_id: null,
    payout_id: id,
    lines: [
      { account: from, amount_minor },
      { account: to, amount_minor: -amount_minor },
    ],
    at,
  };
}
