import pg from 'pg';
import type { Logo } from '../../../accounts/merchants/logo/picture.ts';
import type { Merchant } from '../../../accounts/merchants/queries.ts';
import { isDistributed } from '../../../platform/database/distribution.ts';
import { inTurn } from '../../../platform/groups/in-turn.ts';
import { type RoutingJson, readRouting, routingSql } from '../../../routing/queries.ts';
import type { Routing } from '../../../routing/routing.ts';
import type { Attempt } from '../../attempt/queries.ts';
import type { Payment } from '../../queries.ts';
import type { Session } from '../queries.ts';

/** A session and its related records, as rows. */
export interface SnapshotRows {
  readonly session: Session;
  readonly payment: Payment;
  readonly merchant: Merchant;
  readonly logo: Logo | null;
  /** The attempt that paid; without one, the newest, open or ended. */
  readonly attempt: Attempt | null;
  /** The merchant's routing rules in the session's mode. */
  readonly routing: Routing;
}

/** @param condition restricts all tables to the sessions' merchant, where tables are sharded by merchant */
const snapshotSql = (condition = '') => `
select
  session.*, 1 as "/",
  payment.*, 1 as "/",
  merchant.*, 1 as "/",
  logo.*, 1 as "/",
  attempt.*, 1 as "/",
  ${routingSql('session.merchant_id', 'session.mode')} as routing
from json_array_elements_text($1::json) as wanted (token)
cross join lateral (select * from checkout_sessions where token = wanted.token ${condition} limit 1) as session
cross join lateral (
  select * from payments where merchant_id = session.merchant_id and id = session.payment_id ${condition} limit 1
) as payment
cross join lateral (select * from merchants where id = session.merchant_id limit 1) as merchant
left join lateral (select * from merchant_logos where merchant_id = session.merchant_id limit 1) as logo on true
left join lateral (
  select *
  from attempts
  where merchant_id = session.merchant_id and payment_id = session.payment_id ${condition}
  order by status = 'success' and not duplicate desc, number desc
  limit 1
) as attempt on true`;

const snapshotOfAny = { name: 'snapshot', text: snapshotSql() };
const snapshotOfMerchant = { name: 'snapshot_of_merchant', text: snapshotSql('and merchant_id = $2') };

/** The SQLSTATE when the columns of a table have changed since a statement was prepared. */
const outdated_state = '0A000';
/** The number of times that the statements had to be prepared again under new names. */
let generation = 0;

/**
 * Reads in one statement all the data that a session's page shows; with one statement for each table, the page took
 * twice as long. A separator column divides the columns of one table from those of the next.
 */
export function findSnapshot(pool: pg.Pool, token: string): Promise<SnapshotRows | undefined> {
  return inTurn(pool, findSnapshots, token);
}

async function findSnapshots(
  pool: pg.Pool,
  tokens: readonly string[],
): Promise<readonly (SnapshotRows | undefined)[]> {
  const found = isDistributed(pool)
    ? await readByMerchant(pool, tokens)
    : await readSnapshots(pool, snapshotOfAny, tokens);
  return tokens.map((token) => found.get(token));
}

/** Finds the sessions' merchants on all nodes first, then reads the related records from each merchant's node. */
async function readByMerchant(pool: pg.Pool, tokens: readonly string[]): Promise<Map<string, SnapshotRows>> {
  const { rows } = await pool.query<{ merchant_id: string; token: string }>({
    name: 'merchants_of_sessions',
    text: 'select merchant_id, token from checkout_sessions where token = any ($1)',
    values: [tokens],
  });
  const found = new Map<string, SnapshotRows>();
  for (const [merchant_id, some] of Map.groupBy(rows, (row) => row.merchant_id)) {
    const own = some.map(({ token }) => token);
    for (const [token, rows] of await readSnapshots(pool, snapshotOfMerchant, own, merchant_id))
      found.set(token, rows);
  }
  return found;
}

async function readSnapshots(
  pool: pg.Pool,
  statement: typeof snapshotOfAny,
  tokens: readonly string[],
  ...merchant_id: readonly string[]
): Promise<Map<string, SnapshotRows>> {
  const ask = () =>
    pool.query<unknown[]>({
      name: `${statement.name}_${generation}`,
      text: statement.text,
      values: [JSON.stringify(tokens), ...merchant_id],
      rowMode: 'array',
    });
  const { rows, fields } = await ask().catch((error: unknown) => {
    // A newer version may have added a column while this process is running.
    if (!(error instanceof pg.DatabaseError && error.code === outdated_state)) throw error;
    generation++;
    return ask();
  });
  const tables: { name: string; index: number }[][] = [[]];
  for (const [index, { name }] of fields.entries()) {
    if (name === '/') tables.push([]);
    else tables.at(-1)?.push({ name, index });
  }
  return new Map(
    rows.map((row) => {
      const snapshot = readSnapshot(row, tables);
      return [snapshot.session.token, snapshot];
    }),
  );
}

function readSnapshot(
  row: readonly unknown[],
  tables: readonly (readonly { readonly name: string; readonly index: number }[])[],
): SnapshotRows {
  const [session, payment, merchant, logo, attempt] = tables.map((columns) =>
    Object.fromEntries(columns.map(({ name, index }) => [name, row[index]])),
  );
  return {
    session: session as unknown as Session,
    payment: payment as unknown as Payment,
    merchant: merchant as unknown as Merchant,
    logo: logo?.picture == null ? null : (logo as unknown as Logo),
    attempt: attempt?.id == null ? null : (attempt as unknown as Attempt),
    routing: readRouting(row.at(-1) as RoutingJson),
  };
}
