import { asCurrency } from '@guichet/kernel/currencies';
import { invalidFields } from '@guichet/kernel/errors';
import { majorText } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { coveredBy, type MovementKind } from '../../ledger/movements.ts';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { type Gap, listGaps } from './gaps/queries.ts';
import type { Movement } from './queries.ts';

type Cover = Pick<Movement, 'merchant_id' | 'mode' | 'kind' | 'reference' | 'currency' | 'amount_minor'> &
  Partial<Pick<Movement, 'id'>>;

/**
 * Requires that a movement that covers missing customer money refers to a payment in its reference, and covers no
 * more than that payment lacks without this movement. Other movements are accepted as they are.
 *
 * @throws AppError `invalid_fields`
 */
export async function requireGap(tx: Connection, movement: Cover): Promise<void> {
  const { merchant_id, mode, currency, amount_minor } = movement;
  const account = coveredBy(movement.kind as MovementKind);
  if (account === null) return;
  const gaps = await listGaps(tx, { merchant_id, mode }, movement.id);
  const gap = gaps.find(
    (one) =>
      one.account === account &&
      one.currency === currency &&
      one.missing_minor > 0n &&
      movement.reference.startsWith(one.payment_id),
  );
  if (!gap) {
    const sentence = 'must begin with the id of a payment whose money is missing, as reported by doctor';
    throw invalidFields({ reference: [problem('nothing_missing', sentence)] });
  }
  if (amount_minor <= gap.missing_minor) return;
  const amount = majorText({ amount_minor: gap.missing_minor, currency: asCurrency(currency) });
  const sentence = `must be at most ${amount} ${currency}, the amount missing from this payment`;
  throw invalidFields({ amount: [problem('more_than_missing', sentence, { amount, currency })] });
}

/**
 * Describes customer money that is missing, or was covered although it is not missing, with the command that fixes
 * it.
 *
 * @param limit maximum number of sentences
 */
export async function describeGaps(
  { db }: Pick<Context, 'db'>,
  actor: CommandActor,
  limit: number,
): Promise<readonly string[]> {
  requireScope(actor, 'installation:read');
  return (await listGaps(db, null)).slice(0, limit).map(describe);
}

function describe({ merchant_id, mode, payment_id, account, currency, missing_minor, covers }: Gap): string {
  const size_minor = missing_minor > 0n ? missing_minor : -missing_minor;
  const amount = majorText({ amount_minor: size_minor, currency: asCurrency(currency) });
  const where = `--merchant ${merchant_id} --mode ${mode}`;
  if (missing_minor > 0n) {
    return `${payment_id} lacks ${amount} ${currency}, run: guichet ledger record ${where} --kind ${account}_covered --currency ${currency} --amount ${amount} --reference ${payment_id}`;
  }
  return `${payment_id} is covered by ${amount} ${currency} too much, run: guichet ledger correct ${covers[0]} ${where} --note "no longer missing"`;
}
