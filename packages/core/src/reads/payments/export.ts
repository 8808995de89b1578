import { asCurrency } from '@guichet/kernel/currencies';
import { majorText } from '@guichet/kernel/money';
import { makeReadQuery } from '@guichet/kernel/query';
import { receivedOf } from '../../payments/present.ts';
import { referenceOf } from '../../payments/reference.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { type Cell, writeCsv } from '../../platform/lists/write-csv.ts';
import { nameOperator } from './browse.ts';
import { findPayments, type SearchRequest } from './search/find.ts';
import type { FoundPayment } from './search/queries.ts';
import { filter_rules, readFilter } from './search/read-filter.ts';
import { PaymentFilter } from './search/schemas.ts';

const read = makeReadQuery(PaymentFilter);

/** The maximum number of payments that an export holds in memory. */
const rows_at_once = 1000;

/**
 * Exports all matching payments as CSV, newest first, streamed. Payments added meanwhile are not included.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`
 */
export function exportPayments(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): AsyncIterable<string> {
  requireScope(actor, 'payments:read');
  const filter = readFilter(read(query, filter_rules));
  const { merchant_id, mode } = actor;
  return writeCsv(header, readAll(ctx, { merchant_id, mode, filter, before: null, limit: rows_at_once }));
}

async function* readAll(
  { db }: Pick<Context, 'db'>,
  request: SearchRequest,
): AsyncGenerator<readonly Cell[]> {
  let before: string | null = null;
  do {
    const { rows, next_before } = await findPayments(db, { ...request, before });
    for (const row of rows) yield cellsOf(row);
    before = next_before;
  } while (before !== null);
}

/** The columns in their order, each with its cell for a payment. */
const columns: Readonly<Record<string, (payment: FoundPayment) => Cell>> = {
  id: (payment) => payment.id,
  reference: (payment) => referenceOf(payment.id),
  status: (payment) => payment.status,
  created_at: (payment) => payment.created_at,
  paid_at: (payment) => payment.paid_at,
  currency: (payment) => asCurrency(payment.currency),
  amount: (payment) => major(payment, payment.amount_minor),
  fee: (payment) => major(payment, payment.fee_minor),
  charged_amount: (payment) => major(payment, payment.charged_minor),
  received_amount: (payment) => {
    const received = receivedOf(payment);
    return received === null ? null : majorText(received);
  },
  received_currency: (payment) => receivedOf(payment)?.currency ?? null,
  refunded_amount: (payment) => major(payment, payment.refunded_minor),
  operator: (payment) => payment.operator,
  country: (payment) => (payment.operator === null ? null : nameOperator(payment.operator).country),
  customer_id: (payment) => payment.customer_id,
  customer_phone: (payment) => payment.customer_phone,
  customer_email: (payment) => payment.customer_email,
  customer_first_name: (payment) => payment.customer_first_name,
  customer_last_name: (payment) => payment.customer_last_name,
  description: (payment) => payment.description,
  failure: (payment) => payment.failure_reason,
  operator_code: (payment) => payment.failure_operator_code,
  late: (payment) => payment.late,
  needs_review: (payment) => payment.needs_review,
  payment_link: (payment) => payment.payment_link_id,
  metadata: (payment) => (payment.metadata === null ? null : JSON.stringify(payment.metadata)),
};
const header = Object.keys(columns);
const cells = Object.values(columns);

function cellsOf(payment: FoundPayment): readonly Cell[] {
  return cells.map((cellOf) => cellOf(payment));
}

function major({ currency }: FoundPayment, amount_minor: bigint | null): string | null {
  return amount_minor === null ? null : majorText({ amount_minor, currency: asCurrency(currency) });
}
