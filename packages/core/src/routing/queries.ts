import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import { keysOf } from '../platform/database/records/queries.ts';
import type { RoutingRuleTable } from '../platform/database/tables/operators.ts';
import { forMany } from '../platform/groups/for-many.ts';
import type { Routing } from './routing.ts';

export async function upsertRule(db: Connection, rule: Insertable<RoutingRuleTable>): Promise<void> {
  const { merchant_id, mode, operator, ...facts } = rule;
  await db
    .insertInto('routing_rules')
    .values({ merchant_id, mode, operator, ...facts })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'mode', 'operator']).doUpdateSet({ ...facts }))
    .execute();
}

/** @returns whether there was a rule */
export async function deleteRule(
  db: Connection,
  key: { readonly merchant_id: string; readonly mode: Mode; readonly operator: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('routing_rules')
    .where('merchant_id', '=', key.merchant_id)
    .where('mode', '=', key.mode)
    .where('operator', '=', key.operator)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Returns the SQL of all routing data as one JSON value, so that it can be read with other data in one statement.
 *
 * @param merchant_id the SQL expression of the merchant's id
 * @param mode the SQL expression of the mode
 */
export function routingSql(merchant_id: string, mode: string): string {
  return `json_build_object(
    'country', (select country from merchants where id = ${merchant_id}),
    'rules', (
      select json_agg(
        json_build_array(operator, fee_percent::text, enabled, accounts, min_amount::text, max_amount::text)
        order by operator
      )
      from routing_rules
      where merchant_id = ${merchant_id} and mode = ${mode}
    ),
    'accounts', (
      select json_agg(json_build_array(id, connector, services) order by created_at, id)
      from connector_accounts
      where merchant_id = ${merchant_id} and enabled and ${mode} = 'live'
    ),
    'circuits', (
      select json_agg(json_build_array(account_id, operator, open_until))
      from operator_circuits
      where merchant_id = ${merchant_id} and (open_until is not null or failures > 0) and ${mode} = 'live'
    )
  )`;
}

type RuleRow = readonly [string, string, boolean, readonly string[] | null, string | null, string | null];

/** The JSON value of {@link routingSql}. */
export interface RoutingJson {
  /** Null for a merchant that does not exist. */
  readonly country: string | null;
  readonly rules: readonly RuleRow[] | null;
  readonly accounts: readonly (readonly [string, string, Routing['accounts'][number]['services']])[] | null;
  readonly circuits: readonly (readonly [string, string, string | null])[] | null;
}

/** Parses the JSON value of {@link routingSql}. */
export function readRouting({ country, rules, accounts, circuits }: RoutingJson): Routing {
  return {
    country: country ?? '',
    rules: (rules ?? []).map(([operator, fee_percent, enabled, ids, min_amount, max_amount]) => ({
      operator,
      fee_percent,
      enabled,
      accounts: ids,
      min_amount,
      max_amount,
    })),
    accounts: (accounts ?? []).map(([id, connector, services]) => ({ id, connector, services })),
    circuits: (circuits ?? []).map(([account_id, operator, open_until]) => ({
      account_id,
      operator,
      open_until: open_until === null ? null : new Date(open_until),
    })),
  };
}

/** Reads all routing data of a merchant in a mode. */
export function getRouting(db: Connection, merchant_id: string, mode: Mode): Promise<Routing> {
  return findRouting(db, { merchant_id, mode });
}

interface RoutingKey {
  readonly merchant_id: string;
  readonly mode: Mode;
}

const findRouting = forMany<RoutingKey, Routing>('read', async (db, keys) => {
  const nameOf = ({ merchant_id, mode }: RoutingKey): string => `${merchant_id} ${mode}`;
  const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const text = routingSql('wanted.merchant_id', 'wanted.mode');
  const { rows } = await sql<RoutingKey & { routing: RoutingJson }>`
    select wanted.merchant_id, wanted.mode, ${sql.raw(text)} as routing
    from ${keysOf(distinct, 'merchant_id text, mode text')}`.execute(db);
  const found = new Map(rows.map((row) => [nameOf(row), readRouting(row.routing)]));
  return keys.map((key) => {
    const routing = found.get(nameOf(key));
    if (!routing) throw new Error('a statement without conditions returned no row');
    return routing;
  });
});

/** Finds the operator with which a number last paid this merchant; undefined when it never did. */
export async function findLastPaidWith(
  db: Connection,
  payer: { merchant_id: string; mode: Mode; phone: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('attempts')
    .select('operator')
    .where('merchant_id', '=', payer.merchant_id)
    .where('mode', 'is not distinct from', payer.mode)
    .where('phone', '=', payer.phone)
    // A literal, because a plan made for a parameter could not use the partial index.
    .where('status', '=', sql.lit('success'))
    .orderBy('settled_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.operator;
}

/** Counts, by operator, those of a merchant's newest attempts that were paid. */
export async function countNewestPaid(
  db: Connection,
  merchant: { merchant_id: string; mode: Mode },
  newest: number,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('attempts')
        .select(['operator', 'status'])
        .where('merchant_id', '=', merchant.merchant_id)
        .where('mode', '=', merchant.mode)
        .orderBy('created_at', 'desc')
        .limit(newest)
        .as('newest'),
    )
    .select(['operator', ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('status', '=', 'success')
    .groupBy('operator')
    .execute();
  return new Map(rows.map(({ operator, count }) => [operator, Number(count)]));
}
