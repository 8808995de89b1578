import { asCurrency } from '@guichet/kernel/currencies';
import type { Money } from '@guichet/kernel/money';
import type { Notice } from '@guichet/operators/contract';
import { type Attempt, findAttemptByReference } from '../../payments/attempt/queries.ts';
import { isOpen } from '../../payments/attempt/states.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { findByReference } from '../../transfers/kinds.ts';
import type { Transfer, TransferKind } from '../../transfers/transfer.ts';
import { everywhere, findReferencesByProvider } from './queries.ts';
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
  | { readonly table: 'payouts' | 'refunds'; readonly row: Transfer; readonly kind: TransferKind }
);

interface Of {
  readonly merchant_id: string;
  readonly account_id: string;
}

/**
 * Finds the subject of an account's callback: by our reference or, without one, by the provider's own.
 * Subjects of other accounts, and so of other merchants, are not found.
 */
export async function findSubject(
  db: Connection,
  account: Of,
  said: Pick<Notice, 'reference' | 'provider_reference' | 'is_outgoing'>,
): Promise<Subject | undefined> {
  const { reference, provider_reference, is_outgoing } = said;
  if (reference !== null) return findOfAccount(db, account, reference);
  if (provider_reference === null) return undefined;
  const [ours, another] = await findReferencesByProvider(db, account.account_id, {
    provider_reference,
    tables: is_outgoing === undefined ? everywhere : is_outgoing ? ['payouts', 'refunds'] : ['attempts'],
  });
  if (ours === undefined || another !== undefined) return undefined;
  return findOfAccount(db, account, ours);
}

async function findOfAccount(
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
  const found = await findByReference(db, reference);
  if (!found) return undefined;
  const { kind, transfer } = found;
  const money = moneyOf(transfer, transfer.amount_minor);
  return {
    ...{ table: `${kind.noun}s`, row: transfer, kind, money },
    ...{ phone: kind.phoneOf(transfer), isOpen: transfer.status === 'processing' },
  };
}

function moneyOf({ currency }: { readonly currency: string }, amount_minor: bigint): Money {
  return { amount_minor, currency: asCurrency(currency) };
}
