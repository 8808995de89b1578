import type pg from 'pg';
import type { Merchant } from '../../../accounts/merchants/queries.ts';
import { inTurn } from '../../../platform/groups/in-turn.ts';
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
from json_array_elements_text($1::json) as wanted (token)
cross join lateral (select * from checkout_sessions where token = wanted.token limit 1) as session
cross join lateral (
  select * from payments where merchant_id = session.merchant_id and id = session.payment_id limit 1
) as payment
cross join lateral (select * from merchants where id = session.merchant_id limit 1) as merchant
left join lateral (
  select *
  from attempts
  where merchant_id = session.merchant_id and payment_id = session.payment_id
  order by number desc
  limit 1
) as attempt on true`;

/**
 * Reads everything that a session's page shows, in one statement: with one for each table the page took twice
 * as long. Columns are assigned by the table that PostgreSQL reports for them.
 */
export function findSnapshot(pool: pg.Pool, token: string): Promise<SnapshotRows | undefined> {
  return inTurn(pool, findSnapshots, token);
}

async function findSnapshots(
  pool: pg.Pool,
  tokens: readonly string[],
): Promise<readonly (SnapshotRows | undefined)[]> {
  const { rows, fields } = await pool.query<unknown[]>({
    name: 'snapshot',
    text: sightSql,
    values: [JSON.stringify(tokens)],
    rowMode: 'array',
  });
  const tables = [...new Set(fields.map(({ tableID }) => tableID))].map((table) =>
    fields.flatMap(({ name, tableID }, index) => (tableID === table ? [{ name, index }] : [])),
  );
  const found = new Map(
    rows.map((row) => {
      const snapshot = readSnapshot(row, tables);
      return [snapshot.session.token, snapshot];
    }),
  );
  return tokens.map((token) => found.get(token));
}

function readSnapshot(
  row: readonly unknown[],
  tables: readonly (readonly { readonly name: string; readonly index: number }[])[],
): SnapshotRows {
  const [session, payment, merchant, attempt] = tables.map((columns) =>
    Object.fromEntries(columns.map(({ name, index }) => [name, row[index]])),
  );
  return {
    session: session as unknown as Session,
    payment: payment as unknown as Payment,
    merchant: merchant as unknown as Merchant,
    attempt: attempt?.id == null ? null : (attempt as unknown as Attempt),
    routing: readRouting(row.at(-1) as RoutingJson),
  };
}
