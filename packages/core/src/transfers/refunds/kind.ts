import { payerNamesOf } from '../../payments/payer-names.ts';
import type { TransferKind } from '../transfer.ts';
import { closeReview, isOnlyOpen, isOtherMoved, isTooMuch, openReview } from './after-success.ts';
import { refund_books } from './books.ts';
import { collectionOf } from './collection.ts';
import { holdBack } from './hold-back.ts';
import { prepareCall } from './prepare-call.ts';
import { presentRefund } from './present.ts';
import type { Refund } from './queries.ts';

/** Refunds: money of a collection that is returned to the customer. */
export const refunds: TransferKind<Refund> = {
  noun: 'refund',
  books: refund_books,
  columns: [],
  ended_at: 'refunded_at',
  reversed_event: 'refund.reversed',
  present: presentRefund,
  phoneOf: ({ phone }) => phone,
  namesOf: payerNamesOf,
  holdBack,
  prepareCall,
  succeededAt: ({ refunded_at }) => refunded_at,
  directionOf: ({ method }) => method,
  // The inquiry has the direction of the request that was actually sent.
  subjectOfInquiry: async (db, refund) =>
    refund.method === 'refund'
      ? { direction: 'refund', collection: await collectionOf(db, refund) }
      : { direction: 'payout' },
  isAboutAnother: isOtherMoved,
  needsReview: isTooMuch,
  mayReopen: isOnlyOpen,
  afterSuccess: closeReview,
  afterFailure: openReview,
  afterReversal: openReview,
};
