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
