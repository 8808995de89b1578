import { asCurrency } from '@guichet/kernel/currencies';
import type { Money } from '@guichet/kernel/money';
import { type Attempt, findAttemptByReference } from '../../payments/attempt/queries.ts';
import { isOpen } from '../../payments/attempt/states.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { findPayoutByReference, type Payout } from '../../transfers/payouts/queries.ts';
import { findRefundByReference, type Refund } from '../../transfers/refunds/queries.ts';
import { findReferencesByProvider } from './queries.ts';
import { isReference } from './reference.ts';

/** The attempt, payout or refund that a callback is about. */
export type Subject = {
  /** The requested amount. */
  readonly money: Money;
  readonly phone: string;
  /** Whether its outcome is still unknown. */
  readonly isOpen: boolean;
} & (
  | { readonly table: 'attempts'; readonly row: Attempt }
  | { readonly table: 'payouts'; readonly row: Payout }
  | { readonly table: 'refunds'; readonly row: Refund }
);

interface Of {
  readonly merchant_id: string;
  readonly account_id: string;
}

/**
 * Finds what an account's callback is about: by our reference or, without one, by the provider's own.
 * Subjects of other accounts, and so of other merchants, are not found.
 */
export async function findSubject(
  db: Connection,
  account: Of,
  said: { readonly reference: string | null; readonly provider_reference: string | null },
): Promise<Subject | undefined> {
  const { reference, provider_reference } = said;
  if (reference !== null) return findByReference(db, account, reference);
  if (provider_reference === null) return undefined;
  const [ours, another] = await findReferencesByProvider(db, account.account_id, provider_reference);
  if (ours === undefined || another !== undefined) return undefined;
  return findByReference(db, account, ours);
}

async function findByReference(
  db: Connection,
  { merchant_id, account_id }: Of,
  reference: string,
): Promise<Subject | undefined> {
  if (!isReference(reference)) return undefined;
  const subject = await findAny(db, reference);
  const isTheirs = subject?.row.merchant_id === merchant_id && subject.row.account_id === account_id;
  return isTheirs ? subject : undefined;
}

async function findAny(db: Connection, reference: string): Promise<Subject | undefined> {
  const attempt = await findAttemptByReference(db, reference);
  if (attempt) {
    const { charged_minor, phone, status } = attempt;
    const money = moneyOf(attempt, charged_minor);
    return { table: 'attempts', row: attempt, money, phone, isOpen: isOpen(status) };
  }
  const payout = await findPayoutByReference(db, reference);
  if (payout) {
    const { amount_minor, recipient_phone: phone, status } = payout;
    const money = moneyOf(payout, amount_minor);
    return { table: 'payouts', row: payout, money, phone, isOpen: status === 'processing' };
  }
  const refund = await findRefundByReference(db, reference);
  if (!refund) return undefined;
  const { amount_minor, phone, status } = refund;
  const money = moneyOf(refund, amount_minor);
  return { table: 'refunds', row: refund, money, phone, isOpen: status === 'processing' };
}

function moneyOf({ currency }: { readonly currency: string }, amount_minor: bigint): Money {
  return { amount_minor, currency: asCurrency(currency) };
}
