import type pg from 'pg';
import type { Merchant } from '../../../accounts/merchants/queries.ts';
import { type RoutingJson, readRouting, routingSql } from '../../../routing/queries.ts';
import type { Routing } from '../../../routing/routing.ts';
import type { Attempt } from '../../attempt/queries.ts';
import type { Payment } from '../../queries.ts';
import type { Session } from '../queries.ts';

/** A session and everything around it, as rows. */
export interface SnapshotRows {
  readonly session: Session;
  readonly payment: Payment;
  readonly merchant: Merchant;
  /** The newest, open or ended. */
  readonly attempt: Attempt | null;
  /** The merchant's rules in the session's mode. */
  readonly routing: Routing;
}

const sightSql = `
select
  session.*,
  payment.*,
  merchant.*,
  attempt.*,
  ${routingSql('session.merchant_id', 'session.mode')} as routing
from checkout_sessions as session
join payments as payment on payment.merchant_id = session.merchant_id and payment.id = session.payment_id
join merchants as merchant on merchant.id = session.merchant_id
left join lateral (
  select *
  from attempts
  where merchant_id = session.merchant_id and payment_id = session.payment_id
  order by number desc
  limit 1
) as attempt on true
where session.token = $1`;

/**
 * Reads everything that a session's page shows, in one statement: with one for each table the page took twice
 * as long. Columns are assigned by the table that PostgreSQL reports for them.
 */
export async function findSnapshot(pool: pg.Pool, token: string): Promise<SnapshotRows | undefined> {
  const { rows, fields } = await pool.query<unknown[]>({
    name: 'snapshot',
    text: sightSql,
    values: [token],
    rowMode: 'array',
  });
  const [row] = rows;
  if (!row) return undefined;
  const tables = [...new Set(fields.map(({ tableID }) => tableID))];
  const [session, payment, merchant, attempt] = tables.map((table) =>
    Object.fromEntries(
      fields.flatMap(({ name, tableID }, index) => (tableID === table ? [[name, row[index]]] : [])),
    ),
  );
  return {
    session: session as unknown as Session,
    payment: payment as unknown as Payment,
    merchant: merchant as unknown as Merchant,
    attempt: attempt?.id == null ? null : (attempt as unknown as Attempt),
    routing: readRouting(row.at(-1) as RoutingJson),
  };
}
