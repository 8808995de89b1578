import type { Connection } from '../database/connect.ts';
import type { Mode, RoutingRuleTable } from '../database/schema.ts';

export async function upsertRule(db: Connection, rule: RoutingRuleTable): Promise<void> {
  await db
    .insertInto('routing_rules')
    .values(rule)
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'mode', 'operator']).doUpdateSet({
        fee_percent: rule.fee_percent,
        enabled: rule.enabled,
        updated_at: rule.updated_at,
      }),
    )
    .execute();
}

/** On and off, by operator code. */
export function listRules(db: Connection, merchant_id: string, mode: Mode): Promise<RoutingRuleTable[]> {
  return db
    .selectFrom('routing_rules')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .orderBy('operator')
    .execute();
}

/** The operator with which a number last paid this merchant; undefined when it never did. */
export async function findLastPaidWith(
  db: Connection,
  payer: { merchant_id: string; mode: Mode; phone: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('attempts')
    .select('operator')
    .where('merchant_id', '=', payer.merchant_id)
    .where('mode', '=', payer.mode)
    .where('phone', '=', payer.phone)
    .where('status', '=', 'success')
    .orderBy('settled_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.operator;
}

/** How many of a merchant's newest paid attempts were with each operator. */
export async function countNewestPaid(
  db: Connection,
  merchant: { merchant_id: string; mode: Mode },
  newest: number,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('attempts')
        .select('operator')
        .where('merchant_id', '=', merchant.merchant_id)
        .where('mode', '=', merchant.mode)
        .where('status', '=', 'success')
        .orderBy('settled_at', 'desc')
        .limit(newest)
        .as('paid'),
    )
    .select(['operator', ({ fn }) => fn.countAll<bigint>().as('count')])
    .groupBy('operator')
    .execute();
  return new Map(rows.map(({ operator, count }) => [operator, Number(count)]));
}
