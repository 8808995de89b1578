import { isId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { currencyProblem } from '../../../platform/input/rules.ts';
import { momentProblem } from '../../../platform/lists/moment.ts';
import { cutPage, limit_default } from '../../../platform/lists/page.ts';
import { presentStaffPayout } from './present.ts';
import { listOrderedPayouts, type PayoutSelection } from './queries.ts';
import { PayoutQuery, type StaffPayoutPage } from './schemas.ts';

const read = makeReadQuery(PayoutQuery);

/**
 * Lists payouts page by page, including those created through the API, newest first. The cursor is the id of the
 * last payout on a page. New payouts appear before the first page, so they do not shift later pages.
 *
 * @param query the URL's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function browsePayouts(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): Promise<StaffPayoutPage> {
  requireScope(actor, 'payouts:read');
  const { limit, ...selection } = readSelection(actor, query);
  const rows = await listOrderedPayouts(ctx.db, { ...selection, limit: limit + 1 });
  return cutPage(rows, limit, presentStaffPayout);
}

/** Parses the filters for payouts from a query. @throws AppError `invalid_fields` */
export function readSelection(
  { merchant_id, mode }: StaffActor,
  query: Readonly<Record<string, unknown>>,
): PayoutSelection {
  const {
    since,
    until,
    text,
    limit = limit_default,
    ...filters
  } = read(query, {
    currency: currencyProblem,
    since: momentProblem,
    until: momentProblem,
    cursor: (id) =>
      isId('payout', id) ? undefined : problem('not_a_cursor', 'must be the next_cursor of an earlier page'),
  });
  return {
    ...{ ...filters, merchant_id, mode, limit },
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
    text: text?.trim() || undefined,
  };
}
