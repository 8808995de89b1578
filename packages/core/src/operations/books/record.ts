import { asCurrency } from '@guichet/kernel/currencies';
import { AppError, invalidFields } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { amountProblem, moneyFromMajor } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { makeCheck, type Rules, textProblem } from '@guichet/kernel/validation';
import { needsAccount } from '../../ledger/movements.ts';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { IdempotentResult } from '../../platform/idempotency/run-idempotently.ts';
import { currencyProblem } from '../../platform/input/rules.ts';
import { listAccounts } from '../../routing/connector-accounts/queries.ts';
import { bookMovement } from './book.ts';
import { bookkeeperOf } from './bookkeeper.ts';
import { requireGap } from './cover.ts';
import { needsSecondPerson } from './judge.ts';
import { presentMovement } from './present.ts';
import {
  findByReference,
  findMovement,
  hasHeld,
  insertMovement,
  type ListedMovement,
  lockMovements,
  type Movement,
} from './queries.ts';
import { MovementInput, type MovementObject, movement_amount_max } from './schemas.ts';

const check = makeCheck(MovementInput);

const rules: Rules<MovementInput> = {
  currency: currencyProblem,
  amount: (amount, { currency }) => {
    if (amount <= 0) return problem('not_positive', 'must be above 0');
    if (amount > movement_amount_max) {
      return problem('too_large', `must be at most ${movement_amount_max}`, { max: movement_amount_max });
    }
    return amountProblem(amount, currency);
  },
  reference: (text) => (text.trim() === '' ? problem('empty', 'must not be empty') : textProblem(text)),
  note: textProblem,
};

/**
 * Records money that moved outside of payments, payouts and refunds. It is booked immediately or, above the limit
 * of the merchant's payout rule, once a second person has approved it. The same movement with the same reference
 * is recorded once, however often it is sent.
 *
 * @throws AppError `forbidden`, `invalid_fields` naming every wrong field, `insufficient_balance`, `conflict` when
 *   a different movement has the same reference, or the movement was corrected
 */
export async function recordMovement(
  ctx: Pick<Context, 'db' | 'clock' | 'connectors'>,
  actor: MerchantActor,
  body: unknown,
): Promise<IdempotentResult<MovementObject>> {
  requireScope(actor, 'ledger:record');
  const input = check(body, rules);
  const wanted = rowOf(input);
  return ctx.db.transaction().execute(async (tx) => {
    await requireAccountOf(ctx, tx, actor, wanted);
    await lockMovements(tx, actor);
    const earlier = await findByReference(tx, actor, wanted);
    if (earlier) {
      await requireUncorrected(tx, actor, earlier);
      return { value: presentMovement(requireSame(earlier, wanted)), replayed: true };
    }
    const { merchant_id, mode } = actor;
    const created_at = ctx.clock.now();
    await requireGap(tx, { merchant_id, mode, ...wanted });
    const waits = await needsSecondPerson(tx, { merchant_id, mode, ...wanted });
    const movement = await insertMovement(tx, {
      ...{ merchant_id, mode, ...wanted, ...bookkeeperOf(actor), created_at },
      ...{ id: makeId('ledger_movement'), corrects: null },
      approval: waits ? 'waiting' : 'not_needed',
    });
    if (!waits) await bookMovement(tx, movement, created_at);
    return { value: presentMovement({ ...movement, corrected_by: null }), replayed: false };
  });
}

type Wanted = Pick<Movement, 'kind' | 'account' | 'currency' | 'amount_minor' | 'reference' | 'note'>;

function rowOf({
  kind,
  account,
  currency,
  amount,
  reference,
  note,
}: MovementInput): Wanted & Pick<MovementInput, 'kind'> {
  const read = moneyFromMajor(amount, asCurrency(currency));
  if (!('money' in read)) throw new Error('the amount was checked before');
  const named = account?.trim() || null;
  if (needsAccount(kind) && named === null) {
    throw invalidFields({
      account: [problem('required', 'is required: name the account where the money moved')],
    });
  }
  if (!needsAccount(kind) && named !== null) {
    throw invalidFields({
      account: [problem('not_allowed', `must be omitted: ${kind} involves no operator`)],
    });
  }
  return {
    ...{ kind, account: named, currency, amount_minor: read.money.amount_minor },
    ...{ reference: reference.trim(), note: note?.trim() || null },
  };
}

/**
 * Requires that the account belongs to the merchant and the mode, and holds money in the currency, or held some that
 * may have to be booked.
 *
 * @throws AppError `invalid_fields`
 */
async function requireAccountOf(
  ctx: Pick<Context, 'connectors'>,
  tx: Connection,
  { merchant_id, mode }: MerchantActor,
  { account, currency }: Wanted,
): Promise<void> {
  if (account === null) return;
  if (mode === 'test') {
    if (ctx.connectors.has(account)) return;
    const choices = [...ctx.connectors.keys()].join(', ');
    throw invalidFields({ account: [problem('one_of', `must be one of: ${choices}`, { choices })] });
  }
  const found = (await listAccounts(tx, merchant_id)).find(({ id }) => id === account);
  if (!found) {
    throw invalidFields({
      account: [
        problem('not_own_account', 'is not one of the merchant’s accounts with providers', { account }),
      ],
    });
  }
  const currencies = [...new Set(found.services.map((service) => service.currency))];
  if (currencies.includes(currency)) return;
  // The account no longer serves this currency, but its money has to be booked all the same.
  if (await hasHeld(tx, { merchant_id, account_id: account, currency })) return;
  const choices = currencies.join(', ');
  throw invalidFields({
    currency: [problem('one_of', `must be a currency that the account holds: ${choices}`, { choices })],
  });
}

/**
 * Requires that a movement recorded before was not corrected: otherwise a person who records it again would believe
 * that it is booked.
 *
 * @throws AppError `conflict`
 */
async function requireUncorrected(
  tx: Connection,
  actor: MerchantActor,
  { id, reference, corrected_by }: ListedMovement,
): Promise<void> {
  if (corrected_by === null) return;
  const correction = await findMovement(tx, actor, corrected_by);
  if (correction?.approval === 'waiting') {
    throw new AppError('conflict', {
      reason: problem(
        'correction_waits',
        `${id} has this reference, and its correction ${corrected_by} awaits approval: approve or refuse it first.`,
        { id, correction: corrected_by },
      ),
    });
  }
  const free = `${reference}-2`;
  throw new AppError('conflict', {
    reason: problem(
      'corrected_by_now',
      `${id} has this reference and was corrected by ${corrected_by}. To book it again, record it with a new reference, such as ${free}.`,
      { id, reference: free },
    ),
  });
}

/** @throws AppError `conflict` when the movement recorded with the reference is a different one */
function requireSame(earlier: ListedMovement, wanted: Wanted): ListedMovement {
  const is_same =
    earlier.account === wanted.account &&
    earlier.currency === wanted.currency &&
    earlier.amount_minor === wanted.amount_minor;
  if (is_same) return earlier;
  throw new AppError('conflict', {
    reason: problem(
      'reference_taken',
      `Another movement of this kind has this reference: ${earlier.id}. Correct that one, or use a different reference.`,
      { id: earlier.id },
    ),
  });
}
