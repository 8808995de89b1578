import { AppError } from '@guichet/kernel/errors';
import type { Money } from '@guichet/kernel/money';
import { type Problem, problem } from '@guichet/kernel/problem';
import type { Service } from '@guichet/operators/contract';
import { openConnectorOrNull } from '../../operator-calls/call.ts';
import type { Attempt } from '../../payments/attempt/queries.ts';
import { takenBy } from '../../payments/attempt/taken.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { requireAccount } from '../../routing/connector-accounts/queries.ts';
import { hasRefundAsSuch, type Refund } from './queries.ts';

/**
 * Finds the method to return an attempt's money: the provider's refund or, if that is not possible, a payout to the
 * payer's number. A refund is not possible if the account has no refunds with this operator. If the account has
 * full refunds only, a refund is also impossible for a part of the money, and after an earlier refund of this
 * collection that did not fail: the provider's response to a second request would be about the first. A payout is
 * not possible if somebody else may have paid: the money would go to the number that the customer entered. The money
 * always goes through the account that collected it.
 *
 * @param money the amount to return
 * @param db the caller's transaction
 * @throws AppError `conflict` when neither is possible, or the account's settings cannot be decrypted
 */
export async function findMethod(
  ctx: Pick<Context, 'connectors' | 'accounts' | 'log'>,
  db: Connection,
  attempt: Attempt,
  money: Money,
): Promise<Refund['method']> {
  const connector = await openConnectorOrNull(ctx, { ...attempt, address_revision: null }, db);
  if (!connector) throw unreadable();
  const { services, isAnybody } = await readAccount(ctx, db, attempt);
  const service = services.find(({ currency }) => currency === money.currency);
  // If an account does not state what it can do with an operator, the connector decides.
  const refunds = connector.refund !== undefined && service?.refund !== false;
  const isPart = money.amount_minor !== takenBy(attempt).amount_minor;
  const isWholeOnly = service?.refund_parts === false;
  const wasRefunded = isWholeOnly && (await hasRefundAsSuch(db, { ...attempt, attempt_id: attempt.id }));
  if (refunds && !wasRefunded && !(isPart && isWholeOnly)) return 'refund';
  const pays = connector.payout !== undefined && service?.payout !== false;
  if (pays && !isAnybody) return 'payout';
  const account = `The account with ${attempt.connector} that took this money`;
  throw new AppError('conflict', {
    reason: wayMissing({ pays, refunds, wasRefunded }, account, attempt.operator),
  });
}

function unreadable(): AppError {
  const text =
    'The account that took this money cannot be used, because its settings cannot be decrypted: enter them again, or refund the customer another way.';
  return new AppError('conflict', { reason: problem('account_unreadable', text) });
}

function wayMissing(
  able: { readonly pays: boolean; readonly refunds: boolean; readonly wasRefunded: boolean },
  account: string,
  operator: string,
): Problem {
  const { pays, refunds, wasRefunded } = able;
  if (pays) {
    return problem(
      'payer_unknown',
      `${account} accepts payments from any number with ${operator}, so the payer’s number is not known: refund the customer another way.`,
    );
  }
  if (!refunds) {
    return problem(
      'cannot_give_back',
      `${account} supports neither refunds nor payouts with ${operator}: refund the customer another way.`,
    );
  }
  return wasRefunded
    ? problem(
        'refunded_once',
        `${account} refunds a payment only once, and supports no payouts with ${operator}: refund the customer another way.`,
      )
    : problem('all_or_nothing', `${account} supports full refunds only, and no payouts with ${operator}.`);
}

/** Reads the account's services with the attempt's operator, in any currency, and whether anybody could have paid. */
async function readAccount(
  { accounts }: Pick<Context, 'accounts'>,
  db: Connection,
  { merchant_id, account_id, operator, phone }: Attempt,
): Promise<{ readonly services: readonly Service[]; readonly isAnybody: boolean }> {
  const isUnnamed = phone === '';
  if (account_id === null) return { services: [], isAnybody: isUnnamed };
  const account = await requireAccount(db, merchant_id, account_id);
  const ofOperator = (all: readonly Service[]) => all.filter((one) => one.operator === operator);
  const services = ofOperator(account.services);
  // Services stored by an earlier version do not state who can pay, so the current settings are asked too.
  const stated = [...services, ...ofOperator(accounts.servicesOf(account))];
  return { services, isAnybody: isUnnamed || stated.some(({ payer_known }) => payer_known === false) };
}
