import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { ReferenceSource } from '../../platform/references/references.ts';
import type { Payment } from '../queries.ts';
import { type Attempt, insertNextAttempt, type NewAttempt } from './queries.ts';

type Assigned = Pick<Attempt, 'number' | 'reference' | 'address_revision'>;

/**
 * Inserts an attempt as the next of its payment, which the caller has locked. Its reference is derived from the key
 * that the payment was made with, or else from the payment, and from its number: after any loss of data the payment's
 * next attempt has the reference of the lost one, which the provider knows. The key of the paying request is left out:
 * a repeat with another key, or on the page, gets the same reference too.
 *
 * @param payment as it is since the attempt was opened: each attempt has raised its sequence
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
    // Another payment was made with the same key, more than 72 hours ago.
    if (assigned) return assigned;
  }
}
