import { accounts } from '../../ledger/accounts.ts';
import { debit } from '../postings.ts';
import type { BookedTransfer, TransferBooks } from '../transfer.ts';

/** The books of payouts: their money comes from the merchant's balance. */
export const payout_books: TransferBooks<BookedTransfer> = {
  noun: 'payout',
  in_flight: accounts.payoutsInFlight,
  sourceOf: (payout) => [debit(accounts.merchantBalance, payout)],
  subjectOf: ({ id }) => ({ payment_id: null, payout_id: id }),
};
