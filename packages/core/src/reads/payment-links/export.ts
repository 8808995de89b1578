import { asCurrency } from '@guichet/kernel/currencies';
import { majorText, moneyFromMajor } from '@guichet/kernel/money';
import { makeReadQuery } from '@guichet/kernel/query';
import Type from 'typebox';
import { listPaymentLinks } from '../../payments/link/list.ts';
import { type PaymentLinkObject, PaymentLinkQuery } from '../../payments/link/schemas.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { type Cell, writeCsv } from '../../platform/lists/write-csv.ts';

/** The filters of payment links. */
export const PaymentLinkFilter = Type.Object(
  { status: PaymentLinkQuery.properties.status },
  { additionalProperties: false },
);
const read = makeReadQuery(PaymentLinkFilter);

/** The maximum number of links that an export holds in memory. */
const rows_at_once = '100';

/**
 * Exports all matching payment links with their totals as CSV, newest first, streamed.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`
 */
export function exportPaymentLinks(
  ctx: Pick<Context, 'db' | 'clock' | 'public_url'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): AsyncIterable<string> {
  requireScope(actor, 'payment_links:read');
  return writeCsv(Object.keys(columns), readAll(ctx, actor, read(query)));
}

async function* readAll(
  ctx: Pick<Context, 'db' | 'clock' | 'public_url'>,
  actor: StaffActor,
  filter: object,
): AsyncGenerator<readonly Cell[]> {
  let cursor: string | null = null;
  do {
    const query = { ...filter, limit: rows_at_once, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof listPaymentLinks>> = await listPaymentLinks(ctx, actor, query);
    for (const link of page.items) yield Object.values(columns).map((cellOf) => cellOf(link));
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** The columns in their order, each with its cell for a link. */
const columns: Readonly<Record<string, (link: PaymentLinkObject) => Cell>> = {
  id: ({ id }) => id,
  url: ({ url }) => url,
  title: ({ title }) => title,
  status: ({ status }) => status,
  unavailable: ({ unavailable }) => unavailable,
  created_at: ({ created_at }) => created_at,
  expires_at: ({ expires_at }) => expires_at,
  currency: ({ currency }) => currency,
  amount: (link) => major(link, link.amount),
  payments: ({ payments }) => String(payments),
  paid_amount: (link) => major(link, link.paid_amount),
  due_amount: (link) => major(link, link.due_amount),
  max_payments: ({ max_payments }) => (max_payments === null ? null : String(max_payments)),
  donation: ({ donation }) => donation,
  customer_phone: ({ customer }) => customer.phone,
  customer_email: ({ customer }) => customer.email,
  description: ({ description }) => description,
  thank_you: ({ thank_you }) => thank_you,
  return_url: ({ return_url }) => return_url,
  metadata: ({ metadata }) => (metadata === null ? null : JSON.stringify(metadata)),
};

function major({ currency }: PaymentLinkObject, amount: number | null): string | null {
  if (amount === null) return null;
  const read = moneyFromMajor(amount, asCurrency(currency));
  return 'money' in read ? majorText(read.money) : null;
}
