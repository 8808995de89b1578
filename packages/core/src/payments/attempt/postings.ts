import { accounts, clearingOf } from '../../ledger/accounts.ts';
import type { Posting } from '../../ledger/post.ts';
import type { Attempt } from './queries.ts';

/** The posting of a payment: the amount to the merchant, and the service's fee. */
export function collectionPosting(attempt: Attempt, at: Date): Posting {
  return {
    ...postingBase(attempt, at),
    kind: 'collection',
    lines: [
      { account: clearingOf(attempt), amount_minor: attempt.charged_minor },
      { account: accounts.merchantBalance, amount_minor: -attempt.amount_minor },
      { account: accounts.fees, amount_minor: -attempt.fee_minor },
    ],
  };
}

/** The posting of a duplicate: the customer's money until it is refunded. */
export function duplicatePosting(attempt: Attempt, at: Date): Posting {
  return {
    ...postingBase(attempt, at),
    kind: 'duplicate',
    lines: [
      { account: clearingOf(attempt), amount_minor: attempt.charged_minor },
      { account: accounts.duplicates, amount_minor: -attempt.charged_minor },
    ],
  };
}

/** The posting of a reversal: takes back what the collection, or the duplicate, had booked, even below zero. */
export function reversalPosting(attempt: Attempt, at: Date): Posting {
  const { kind, lines, ...rest } = attempt.duplicate
    ? duplicatePosting(attempt, at)
    : collectionPosting(attempt, at);
  const back = lines.map(({ account, amount_minor }) => ({ account, amount_minor: -amount_minor }));
  return { ...rest, kind: kind === 'duplicate' ? 'duplicate_reversed' : 'collection_reversed', lines: back };
}

function postingBase(attempt: Attempt, at: Date) {
  const { merchant_id, mode, currency, payment_id, id: attempt_id } = attempt;
  return { merchant_id, mode, currency, payment_id, attempt_id, payout_id: null, at };
}
