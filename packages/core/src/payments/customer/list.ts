import { readCountry } from '@guichet/kernel/countries';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { cutPage, limit_default } from '../../platform/lists/page.ts';
import { presentCustomer } from './present.ts';
import { listNewest } from './queries.ts';
import { isCustomerId } from './retrieve.ts';
import { type CustomerPage, CustomerQuery } from './schemas.ts';

const read = makeReadQuery(CustomerQuery);

/**
 * Lists a page of customers, newest first. The cursor is the last customer's id: new customers come before it, so
 * pages are stable, and a cursor stays valid even after its customer has been merged away.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function listCustomers(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  query: Readonly<Record<string, unknown>>,
): Promise<CustomerPage> {
  requireScope(actor, 'customers:read');
  const { merchant_id, mode } = actor;
  const {
    country,
    cursor = null,
    limit = limit_default,
  } = read(query, {
    country: (code) =>
      readCountry(code)
        ? undefined
        : problem('not_a_country', 'must be an ISO 3166-1 alpha-2 code, for example CI'),
    cursor: (text) =>
      isCustomerId(text) ? undefined : problem('not_a_cursor', 'must be the next_cursor of an earlier page'),
  });
  const rows = await listNewest(
    ctx.db,
    { merchant_id, mode },
    {
      country: country === undefined ? null : (readCountry(country) ?? null),
      before: cursor,
      limit: limit + 1,
    },
  );
  return cutPage(rows, limit, presentCustomer);
}
