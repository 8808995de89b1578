import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { ReferenceSource } from '../../platform/references/references.ts';
import type { Payment } from '../queries.ts';
import { type Attempt, insertNextAttempt, type NewAttempt } from './queries.ts';

type Assigned = Pick<Attempt, 'number' | 'reference' | 'address_revision'>;

/**
 * Inserts an attempt as the next of its payment, which the caller has locked. The attempt's reference is derived
 * from its number and from the key with which the payment was created, or from the payment's id if there was no
 * key. After a loss of data, the payment's next attempt therefore has the same reference as the lost one, which the
 * provider knows. The key of the request to pay is not used, so that a repeated request with a different key, or on
 * the page, gets the same reference too.
 *
 * @param payment the payment after the transition that opens the attempt: each attempt raises its sequence
 */
export async function insertNext(
  { references }: Pick<Context, 'references'>,
  tx: Connection,
  payment: Pick<Payment, 'merchant_id' | 'mode' | 'id' | 'key_hash' | 'sequence'>,
  attempt: Omit<NewAttempt, keyof Assigned>,
): Promise<Assigned> {
  const { merchant_id, mode, id, key_hash } = payment;
  const of = key_hash === null ? ['payment', id] : ['key', key_hash.toString('hex')];
  const numbers = Array.from({ length: payment.sequence }, (_, index) => index + 1);
  for (let round = 0; ; round++) {
    const sources = numbers.map(
      (number): ReferenceSource => ({ merchant_id, mode, kind: 'attempt', of, number }),
    );
    const candidates = await Promise.all(sources.map((source) => references.of(tx, source, round)));
    const assigned = await insertNextAttempt(tx, attempt, candidates);
    // If nothing was inserted, the reference belongs to another payment, which was created with the same key more
    // than 72 hours ago.
    if (assigned) return assigned;
  }
}
