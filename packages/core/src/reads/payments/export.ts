import { asCurrency } from '@guichet/kernel/currencies';
import { majorText } from '@guichet/kernel/money';
import { makeReadQuery } from '@guichet/kernel/query';
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

/** Payments that an export holds in memory. */
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

const header = [
  'id',
  'reference',
  'status',
  'created_at',
  'paid_at',
  'currency',
  'amount',
  'fee',
  'charged_amount',
  'refunded_amount',
  'operator',
  'country',
  'customer_id',
  'customer_phone',
  'customer_email',
  'customer_first_name',
  'customer_last_name',
  'description',
  'failure',
  'operator_code',
  'late',
  'needs_review',
  'metadata',
];

function cellsOf(payment: FoundPayment): readonly Cell[] {
  const currency = asCurrency(payment.currency);
  const major = (amount_minor: bigint | null): string | null =>
    amount_minor === null ? null : majorText({ amount_minor, currency });
  return [
    payment.id,
    referenceOf(payment.id),
    payment.status,
    payment.created_at,
    payment.paid_at,
    currency,
    major(payment.amount_minor),
    major(payment.fee_minor),
    major(payment.charged_minor),
    major(payment.refunded_minor),
    payment.operator,
    payment.operator === null ? null : nameOperator(payment.operator).country,
    payment.customer_id,
    payment.customer_phone,
    payment.customer_email,
    payment.customer_first_name,
    payment.customer_last_name,
    payment.description,
    payment.failure_reason,
    payment.failure_operator_code,
    payment.late,
    payment.needs_review,
    payment.metadata === null ? null : JSON.stringify(payment.metadata),
  ];
}
