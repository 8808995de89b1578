import { accounts } from '../../ledger/accounts.ts';
import { debit } from '../postings.ts';
import type { BookedTransfer, TransferBooks } from '../transfer.ts';
import type { Refund } from './queries.ts';

type BookedRefund = BookedTransfer & Pick<Refund, 'payment_id' | 'fee_minor' | 'source'>;

/**
 * The books of refunds: the money comes from the merchant's balance, and the fee from the fees account. Duplicates
 * and money in suspense, which were never the merchant's, are refunded from their own accounts.
 */
export const refund_books: TransferBooks<BookedRefund> = {
  noun: 'refund',
  in_flight: accounts.refundsInFlight,
  sourceOf: (refund) => {
    const { amount_minor, fee_minor, source } = refund;
    if (source !== 'balance') return [debit(accounts[source], refund)];
    return [
      { account: accounts.merchantBalance, amount_minor: amount_minor - fee_minor },
      { account: accounts.fees, amount_minor: fee_minor },
    ];
  },
  subjectOf: ({ payment_id, id }) => ({ payment_id, payout_id: null, refund_id: id }),
};
