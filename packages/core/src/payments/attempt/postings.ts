import { accounts, clearingOf } from '../../ledger/accounts.ts';
import type { Posting } from '../../ledger/post.ts';
import type { Attempt } from './queries.ts';
import { keptOf, takenBy } from './taken.ts';

/** Makes the posting of a payment: the amount to the merchant, and the service's fee. */
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

/** Makes the posting of a duplicate: the customer's money until it is refunded. */
export function duplicatePosting(attempt: Attempt, at: Date): Posting {
  const { amount_minor, currency } = takenBy(attempt);
  return {
    ...postingBase(attempt, at),
    currency,
    kind: 'duplicate',
    lines: [
      { account: clearingOf(attempt), amount_minor },
      { account: accounts.duplicates, amount_minor: -amount_minor },
    ],
  };
}

/**
 * Makes the posting of a duplicate that pays after all: from the duplicates to the merchant and the service's fees.
 */
export function duplicateAcceptance(attempt: Attempt, at: Date): Posting {
  const [_, ...kept] = collectionPosting(attempt, at).lines;
  return {
    ...postingBase(attempt, at),
    kind: 'duplicate_accepted',
    lines: [{ account: accounts.duplicates, amount_minor: attempt.charged_minor }, ...kept],
  };
}

/** Makes the posting of unexpected money, as it moved: it has no owner yet. */
export function suspenseReceipt(attempt: Attempt, at: Date): Posting {
  const { amount_minor, currency } = takenBy(attempt);
  return {
    ...postingBase(attempt, at),
    currency,
    kind: 'suspense_received',
    lines: [
      { account: clearingOf(attempt), amount_minor },
      { account: accounts.suspense, amount_minor: -amount_minor },
    ],
  };
}

/**
 * Makes the opposite of {@link suspenseReceipt}: the operator took a different amount, or none, or reversed it. The
 * part that was settled in another way comes from the merchant's balance, even if it falls below zero.
 */
export function suspenseCorrection(attempt: Attempt, at: Date): Posting {
  const { lines: _, ...receipt } = suspenseReceipt(attempt, at);
  const { amount_minor } = takenBy(attempt);
  const { settled_minor } = attempt;
  return {
    ...receipt,
    kind: 'suspense_corrected',
    lines: [
      { account: clearingOf(attempt), amount_minor: -amount_minor },
      { account: accounts.suspense, amount_minor: amount_minor - settled_minor },
      { account: accounts.merchantBalance, amount_minor: settled_minor },
    ],
  };
}

/**
 * Makes the posting of money that is not the merchant's and that a person has settled in another way: it takes the
 * place of what the merchant gave the customer.
 */
export function settlementPosting(attempt: Attempt, amount_minor: bigint, at: Date): Posting {
  return {
    ...postingBase(attempt, at),
    currency: takenBy(attempt).currency,
    kind: attempt.duplicate ? 'duplicate_settled' : 'suspense_settled',
    lines: [
      { account: attempt.duplicate ? accounts.duplicates : accounts.suspense, amount_minor },
      { account: accounts.merchantBalance, amount_minor: -amount_minor },
    ],
  };
}

/** Makes the posting for the part of an attempt's held money that is newly accepted. */
export function suspenseAcceptance(before: Attempt, after: Attempt, at: Date): Posting {
  const [had, has] = [keptOf(before), keptOf(after)];
  const amount_minor = has.amount_minor - had.amount_minor;
  const fee_minor = has.fee_minor - had.fee_minor;
  return {
    ...postingBase(after, at),
    currency: takenBy(after).currency,
    kind: 'suspense_accepted',
    lines: [
      { account: accounts.suspense, amount_minor },
      { account: accounts.merchantBalance, amount_minor: fee_minor - amount_minor },
      { account: accounts.fees, amount_minor: -fee_minor },
    ],
  };
}

/**
 * Makes the posting of a reversal, which reverses the booking of the collection, of the accepted, settled and held
 * money, or of the duplicate, even if the balance falls below zero.
 */
export function reversalPosting(attempt: Attempt, at: Date): Posting {
  const { amount_minor, currency } = takenBy(attempt);
  const { settled_minor } = attempt;
  const kept = keptOf(attempt);
  const back = attempt.duplicate
    ? [
        { account: accounts.duplicates, amount_minor: amount_minor - settled_minor },
        { account: accounts.merchantBalance, amount_minor: settled_minor },
      ]
    : [
        {
          account: accounts.merchantBalance,
          amount_minor: kept.amount_minor - kept.fee_minor + settled_minor,
        },
        { account: accounts.fees, amount_minor: kept.fee_minor },
        { account: accounts.suspense, amount_minor: amount_minor - kept.amount_minor - settled_minor },
      ];
  return {
    ...postingBase(attempt, at),
    currency,
    kind: attempt.duplicate ? 'duplicate_reversed' : 'collection_reversed',
    lines: [{ account: clearingOf(attempt), amount_minor: -amount_minor }, ...back],
  };
}

function postingBase(attempt: Attempt, at: Date) {
  const { merchant_id, mode, currency, payment_id, id: attempt_id } = attempt;
  return { merchant_id, mode, currency, payment_id, attempt_id, payout_id: null, at };
}
