import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { majorText } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { accounts } from '../../ledger/accounts.ts';
import { lockAccount, sumAccount } from '../../ledger/balances/queries.ts';
import { drawnBy, type MovementKind, movement_sides, type Side, signOf } from '../../ledger/movements.ts';
import { type Posting, post } from '../../ledger/post.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { requireGap } from './cover.ts';
import type { Movement } from './queries.ts';

/**
 * Books a movement in the caller's transaction. The account that it draws from must hold its amount; spending from
 * the merchant's balance is serialized.
 *
 * @throws AppError `insufficient_balance` naming the account that holds too little
 */
export async function bookMovement(tx: Connection, movement: Movement, at: Date): Promise<void> {
  const kind = movement.kind as MovementKind;
  const { merchant_id, mode, currency, amount_minor } = movement;
  await lockAccount(tx, { merchant_id, mode, currency, account: accounts.merchantBalance });
  await requireGap(tx, movement);
  for (const account of drawnBy(kind)) {
    const held_minor = (await sumAccount(tx, { merchant_id, mode, currency, account })) * signOf(account);
    if (held_minor < amount_minor) throw holdsTooLittle(account, held_minor, currency);
  }
  await post(tx, postingOf(movement, kind, { kind, sign: 1n, at }));
}

/**
 * Books the opposite of a movement in the caller's transaction. It may take the merchant's balance below zero: money
 * that never arrived cannot be spent, and if it was already spent the balance must show it.
 */
export async function bookCorrection(
  tx: Connection,
  correction: Movement,
  corrected: Pick<Movement, 'kind'>,
  at: Date,
): Promise<void> {
  const { merchant_id, mode, currency } = correction;
  await lockAccount(tx, { merchant_id, mode, currency, account: accounts.merchantBalance });
  const how = { kind: 'correction', sign: -1n, at } as const;
  await post(tx, postingOf(correction, corrected.kind as MovementKind, how));
}

function postingOf(
  movement: Movement,
  sides_of: MovementKind,
  { kind, sign, at }: Pick<Posting, 'kind' | 'at'> & { readonly sign: bigint },
): Posting {
  const { merchant_id, mode, id, currency, amount_minor } = movement;
  const { debit, credit } = movement_sides[sides_of];
  const accountOf = (side: Side): string => {
    if (side !== 'clearing') return side;
    if (movement.account === null) throw new Error(`movement ${id} has no account with a provider`);
    return accounts.operatorClearing(movement.account);
  };
  return {
    ...{ merchant_id, mode, kind, currency, at, movement_id: id },
    ...{ payment_id: null, attempt_id: null, payout_id: null },
    lines: [
      { account: accountOf(debit), amount_minor: sign * amount_minor },
      { account: accountOf(credit), amount_minor: -sign * amount_minor },
    ],
  };
}

function holdsTooLittle(account: string, held_minor: bigint, code: string): AppError {
  const currency = asCurrency(code);
  const amount = majorText({ amount_minor: held_minor > 0n ? held_minor : 0n, currency });
  const sentence = `must be at most ${amount} ${code}, which is what ${account} holds`;
  return new AppError('insufficient_balance', {
    message: `The account ${account} holds less than that: ${amount} ${code}.`,
    fields: { amount: [problem('more_than_available', sentence, { amount, currency: code })] },
  });
}
