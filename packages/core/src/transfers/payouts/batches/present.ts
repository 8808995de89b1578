import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import type { Connection } from '../../../platform/database/connect.ts';
import { type Batch, countStates, type LineSum, sumLines } from './queries.ts';
import type { PayoutBatch } from './schemas.ts';

/** A batch as shown in lists, with its figures. */
export interface BatchFigures {
  readonly batch: PayoutBatch;
  readonly sums: readonly LineSum[];
}

/** Presents batches of one merchant with their totals and the states of their payouts. */
export async function presentBatches(
  db: Connection,
  merchant_id: string,
  rows: readonly Batch[],
): Promise<BatchFigures[]> {
  const sums = await sumLines(db, merchant_id, idsOf(rows.filter(({ status }) => status !== 'refused')));
  const states = await countStates(
    db,
    merchant_id,
    idsOf(rows.filter(({ status }) => status === 'confirmed')),
  );
  return rows.map((row) => {
    const own = sums.filter(({ batch_id }) => batch_id === row.id);
    const counts = states.filter(({ batch_id }) => batch_id === row.id);
    const batch = {
      ...{ id: row.id, status: row.status, file_name: row.file_name },
      ...{ lines: row.lines, errors: row.errors, warnings: row.warnings },
      made_by: row.made_by_name,
      created_at: timestampText(row.created_at),
      ended_by: row.ended_by_name,
      ended_at: row.ended_at === null ? null : timestampText(row.ended_at),
      totals: totalsOf(own).map(({ currency, payouts, amount_minor }) => ({
        ...{ currency, payouts, amount: major(amount_minor, currency) },
      })),
      states: counts.map(({ state, payouts }) => ({ state, payouts })),
    };
    return { batch, sums: own };
  });
}

/** Computes the totals to pay out, by currency. */
export function totalsOf(
  sums: readonly Pick<LineSum, 'currency' | 'payouts' | 'amount_minor'>[],
): Pick<LineSum, 'currency' | 'payouts' | 'amount_minor'>[] {
  const totals = new Map<string, { currency: string; payouts: number; amount_minor: bigint }>();
  for (const { currency, payouts, amount_minor } of sums) {
    const total = totals.get(currency) ?? { currency, payouts: 0, amount_minor: 0n };
    total.payouts += payouts;
    total.amount_minor += amount_minor;
    totals.set(currency, total);
  }
  return [...totals.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** Converts an amount to the major unit. */
export function major(amount_minor: bigint, currency: string): number {
  return majorNumber({ amount_minor, currency: asCurrency(currency) });
}

function idsOf(rows: readonly Batch[]): string[] {
  return rows.map(({ id }) => id);
}
