import { asCurrency } from '@guichet/kernel/currencies';
import { majorText } from '@guichet/kernel/money';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { type Cell, writeCsv } from '../../../platform/lists/write-csv.ts';
import { readSelection } from './browse.ts';
import { presentStaffPayout } from './present.ts';
import { listOrderedPayouts, type OrderedPayout, type PayoutSelection } from './queries.ts';

/** The number of rows that are in memory at the same time. */
const chunk = 1_000;

const heading = [
  ...['id', 'reference', 'state', 'amount', 'currency', 'operator', 'phone', 'first_name', 'last_name'],
  ...['description', 'failure', 'operator_code', 'created_at', 'paid_at', 'made_by', 'decided_by'],
] as const;

/**
 * Exports the payouts that match a query as CSV, newest first. Reads them while the file is sent, so that only a
 * few are in memory at a time.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export function exportPayouts(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): AsyncIterable<string> {
  requireScope(actor, 'payouts:read');
  return writeCsv(heading, readRows(ctx, { ...readSelection(actor, query), limit: chunk }));
}

async function* readRows(
  ctx: Pick<Context, 'db'>,
  selection: PayoutSelection,
): AsyncIterable<readonly Cell[]> {
  let { cursor } = selection;
  for (;;) {
    const rows = await listOrderedPayouts(ctx.db, { ...selection, cursor });
    yield* rows.map(cellsOf);
    cursor = rows.at(-1)?.id;
    if (rows.length < chunk) return;
  }
}

function cellsOf(row: OrderedPayout): readonly Cell[] {
  const { id, reference, state, currency, operator, recipient, description, failure, order, ...payout } =
    presentStaffPayout(row);
  return [
    ...[id, reference, state, majorText({ amount_minor: row.amount_minor, currency: asCurrency(currency) })],
    ...[currency, operator, recipient.phone, recipient.first_name, recipient.last_name, description],
    ...[failure?.code ?? null, failure?.operator_code ?? null, payout.created_at, payout.paid_at],
    ...[order?.made_by ?? null, order?.decided_by ?? null],
  ];
}
