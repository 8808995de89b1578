import { readCountry } from '@guichet/kernel/countries';
import { AppError } from '@guichet/kernel/errors';
import { limits } from '@guichet/kernel/limits';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import Type from 'typebox';
import { presentCustomer } from '../../payments/customer/present.ts';
import { findCustomer, listNewest } from '../../payments/customer/queries.ts';
import { isCustomerId } from '../../payments/customer/retrieve.ts';
import { type CustomerObject, type CustomerPage, CustomerQuery } from '../../payments/customer/schemas.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { cutPage, limit_default } from '../../platform/lists/page.ts';
import { presentPage } from '../payments/browse.ts';
import { findPayments } from '../payments/search/find.ts';
import type { PaymentPage } from '../payments/search/schemas.ts';
import { readText } from '../payments/search/text/read-text.ts';
import { searchCustomers } from './queries.ts';

/** Filters of customers: those of the API's list, and a search text. */
export const CustomerSearchQuery = Type.Object(
  {
    ...CustomerQuery.properties,
    text: Type.Optional(
      Type.String({
        maxLength: limits.email_length_max,
        description: 'Phone number, e-mail address or name, or the beginning of one; or an id.',
      }),
    ),
  },
  { additionalProperties: false },
);
const read = makeReadQuery(CustomerSearchQuery);

/**
 * Lists a page of customers, newest first.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function browseCustomers(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): Promise<CustomerPage> {
  requireScope(actor, 'customers:read');
  const {
    country,
    text = '',
    cursor: before = null,
    limit = limit_default,
  } = read(query, {
    country: (code) =>
      readCountry(code)
        ? undefined
        : problem('not_a_country', 'must be an ISO 3166-1 alpha-2 code, for example CI'),
    cursor: (id) =>
      isCustomerId(id) ? undefined : problem('not_a_cursor', 'must be the next_cursor of an earlier page'),
  });
  const { merchant_id, mode } = actor;
  const page = {
    country: country === undefined ? null : (readCountry(country) ?? null),
    before,
    limit: limit + 1,
  };
  const { customer_id, phones, phone_begins, word_begins } = readText(text);
  const rows =
    text.trim() === ''
      ? await listNewest(ctx.db, { merchant_id, mode }, page)
      : await searchCustomers(
          ctx.db,
          { merchant_id, mode, ...page },
          { id: customer_id, phones, phone_begins, word_begins },
        );
  return cutPage(rows, limit, presentCustomer);
}

/** Gets a customer. @throws AppError `forbidden`, `customer_not_found` */
export async function showCustomer(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  id: string,
): Promise<CustomerObject> {
  requireScope(actor, 'customers:read');
  const { merchant_id, mode } = actor;
  const customer = await findCustomer(ctx.db, { merchant_id, mode, id });
  if (!customer) throw new AppError('customer_not_found');
  return presentCustomer(customer);
}

/** Filters of a customer's payments. */
export const CustomerPaymentsQuery = Type.Object(
  {
    cursor: Type.Optional(Type.String({ maxLength: 40, description: '`next_cursor` of the previous page.' })),
  },
  { additionalProperties: false },
);
const readPaymentsQuery = makeReadQuery(CustomerPaymentsQuery);

/**
 * Lists a page of a customer's payments, newest first.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `customer_not_found`
 */
export async function listCustomerPayments(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  { id, query }: { readonly id: string; readonly query: Readonly<Record<string, unknown>> },
): Promise<PaymentPage> {
  requireScope(actor, 'payments:read');
  const { cursor: before = null } = readPaymentsQuery(query);
  const { merchant_id, mode } = actor;
  await showCustomer(ctx, actor, id);
  const wish = { merchant_id, mode, filter: {}, customer_id: id, before, limit: limit_default };
  return presentPage(await findPayments(ctx.db, wish));
}
