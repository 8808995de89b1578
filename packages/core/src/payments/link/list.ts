import { isId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { cutPage, limit_default } from '../../platform/lists/page.ts';
import { presentLink } from './present.ts';
import { listLinks } from './queries.ts';
import { type PaymentLinkPage, PaymentLinkQuery } from './schemas.ts';

const read = makeReadQuery(PaymentLinkQuery);

/**
 * Lists a page of payment links, newest first. The cursor is the last link's id.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function listPaymentLinks(
  ctx: Pick<Context, 'db' | 'clock' | 'public_url'>,
  actor: MerchantActor,
  query: Readonly<Record<string, unknown>>,
): Promise<PaymentLinkPage> {
  requireScope(actor, 'payment_links:read');
  const {
    status = null,
    cursor = null,
    limit = limit_default,
  } = read(query, {
    cursor: (text) =>
      isId('payment_link', text)
        ? undefined
        : problem('not_a_cursor', 'must be the next_cursor of an earlier page'),
  });
  const rows = await listLinks(ctx.db, actor, { status, before: cursor, limit: limit + 1 });
  return cutPage(rows, limit, (link) => presentLink(ctx, link));
}
