import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { isId } from '@guichet/kernel/ids';
import { majorNumber } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import { findOperator, operators } from '@guichet/operators/catalogue';
import Type, { type Static } from 'typebox';
import { referenceOf } from '../../payments/reference.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { limit_default } from '../../platform/lists/page.ts';
import { findPayments } from './search/find.ts';
import type { FoundPayment } from './search/queries.ts';
import { filter_rules, readFilter } from './search/read-filter.ts';
import { OperatorName, type PaymentPage, PaymentQuery, type PaymentSummary } from './search/schemas.ts';

const read = makeReadQuery(PaymentQuery);

/**
 * Lists a page of a merchant's matching payments, newest first. New payments appear before the first page, so they
 * do not shift later pages. Nothing is counted, and no page takes long: see `searched_until` of {@link
 * PaymentPage}.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function browsePayments(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): Promise<PaymentPage> {
  requireScope(actor, 'payments:read');
  const {
    cursor = null,
    limit = limit_default,
    ...filter
  } = read(query, {
    ...filter_rules,
    cursor: (text) =>
      isId('payment', text)
        ? undefined
        : problem('not_a_cursor', 'must be the next_cursor of an earlier page'),
  });
  const { merchant_id, mode } = actor;
  return presentPage(
    await findPayments(ctx.db, { merchant_id, mode, filter: readFilter(filter), before: cursor, limit }),
  );
}

/** Presents a page of search results for a list. */
export function presentPage({
  rows,
  next_before,
  paused_at,
}: Awaited<ReturnType<typeof findPayments>>): PaymentPage {
  return {
    items: rows.map(presentSummary),
    next_cursor: next_before,
    searched_until: paused_at === null ? null : timestampText(paused_at),
  };
}

/** The values by which payments can be filtered. */
export const PaymentChoices = Type.Object({
  operators: Type.Array(OperatorName),
  /** ISO 3166-1 alpha-2. */
  countries: Type.Array(Type.String()),
  /** The operators' currencies, ISO 4217. */
  currencies: Type.Array(Type.String()),
});

/**
 * Lists all values of the catalogue, including those that the merchant does not use. @throws AppError `forbidden`
 */
export function listPaymentChoices(actor: StaffActor): Static<typeof PaymentChoices> {
  requireScope(actor, 'payments:read');
  return {
    operators: operators.map(({ code, name, country }) => ({ code, name, country })),
    countries: [...new Set(operators.map(({ country }) => country))].sort(),
    currencies: [...new Set(operators.flatMap(({ currencies }) => currencies))].sort(),
  };
}

function presentSummary(payment: FoundPayment): PaymentSummary {
  const currency = asCurrency(payment.currency);
  const { customer_first_name, customer_last_name, operator } = payment;
  const name = [customer_first_name, customer_last_name].filter((part) => part !== null).join(' ');
  return {
    id: payment.id,
    reference: referenceOf(payment.id),
    status: payment.status,
    amount: majorNumber({ amount_minor: payment.amount_minor, currency }),
    currency,
    refunded_amount: majorNumber({ amount_minor: payment.refunded_minor, currency }),
    operator: operator === null ? null : nameOperator(operator),
    description: payment.description,
    customer: {
      id: payment.customer_id,
      name: name === '' ? null : name,
      phone: payment.customer_phone,
      email: payment.customer_email,
    },
    needs_review: payment.needs_review,
    late: payment.late,
    created_at: timestampText(payment.created_at),
    paid_at: payment.paid_at === null ? null : timestampText(payment.paid_at),
  };
}

/** Returns an operator's name by its code; the code itself if it is no longer in the catalogue. */
export function nameOperator(code: string): Static<typeof OperatorName> {
  const { name = code, country = '' } = findOperator(code) ?? {};
  return { code, name, country };
}
