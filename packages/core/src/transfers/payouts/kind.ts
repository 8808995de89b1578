import type { Connection } from '../../platform/database/connect.ts';
import type { TransferKind } from '../transfer.ts';
import { payout_books } from './books.ts';
import { findOrder } from './orders/queries.ts';
import { prepareCall } from './prepare-call.ts';
import { presentPayout } from './present.ts';
import type { Payout } from './queries.ts';

/** Payouts: money sent from a merchant's balance to a recipient. */
export const payouts: TransferKind<Payout> = {
  noun: 'payout',
  books: payout_books,
  columns: [],
  ended_at: 'paid_at',
  reversed_event: 'payout.returned',
  present: presentPayout,
  phoneOf: ({ recipient_phone }) => recipient_phone,
  namesOf: async (_, { recipient_first_name, recipient_last_name }) => [
    recipient_first_name,
    recipient_last_name,
  ],
  isReleased,
  // A payout paid after a failure needs review, because the merchant may have sent it again, here or elsewhere. A
  // person who decides that it was paid has already considered that.
  needsReview: async (_, { status }, via) => status !== 'reversed' && via !== 'person',
  prepareCall,
  succeededAt: ({ paid_at }) => paid_at,
  directionOf: () => 'payout',
  subjectOfInquiry: async () => ({ direction: 'payout' }),
};

/**
 * Whether a payout may be sent. One that awaits approval has no job; if there is a job anyway, it sends nothing.
 */
async function isReleased(tx: Connection, payout: Payout): Promise<boolean> {
  const approval = (await findOrder(tx, payout))?.approval;
  return approval !== 'waiting' && approval !== 'refused';
}
