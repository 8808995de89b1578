import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import type { listPaymentEntries } from './queries.ts';

type BookedEntry = Awaited<ReturnType<typeof listPaymentEntries>>[number];

/** Presents a ledger entry: debit or credit, in major units. */
export function presentEntry(entry: BookedEntry) {
  const { amount_minor } = entry;
  return {
    transaction_id: entry.transaction_id,
    kind: entry.kind,
    attempt_id: entry.attempt_id,
    account: entry.account,
    direction: amount_minor > 0n ? 'debit' : 'credit',
    amount: majorNumber({
      amount_minor: amount_minor > 0n ? amount_minor : -amount_minor,
      currency: asCurrency(entry.currency),
    }),
    currency: entry.currency,
    created_at: timestampText(entry.created_at),
  };
}
