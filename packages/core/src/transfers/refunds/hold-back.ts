import { isContradicted } from '../../operator-calls/contradiction.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { updateFacts } from '../queries.ts';
import { lockCollection } from './after-success.ts';
import type { Refund } from './queries.ts';

/** The reason for the review of a refund that is not sent, because the customer may have the money already. */
const collection_in_doubt = 'collection_in_doubt';

/**
 * Keeps a refund from being sent if the operator has reversed the collection, or contradicts itself about it. The
 * refund needs review then; once an inquiry or a person has ended the doubt, it is sent after all.
 *
 * @returns whether it must not be sent now
 */
export async function holdBack(tx: Connection, refund: Refund): Promise<boolean> {
  const attempt = await lockCollection(tx, refund);
  const isInDoubt = attempt.status === 'reversed' || (attempt.needs_review && isContradicted(attempt));
  const wasInDoubt = refund.unknown_cause === collection_in_doubt;
  if (isInDoubt !== wasInDoubt) {
    const unknown_cause = isInDoubt ? collection_in_doubt : null;
    await updateFacts(tx, { noun: 'refund' }, refund, { needs_review: isInDoubt, unknown_cause });
  }
  return isInDoubt;
}
