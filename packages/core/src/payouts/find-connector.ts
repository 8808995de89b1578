import { invalidFields } from '@guichet/kernel/errors';
import type { Context } from '../context.ts';
import type { Connection } from '../database/connect.ts';
import type { Mode } from '../database/schema.ts';
import { findWays } from '../routing/find-ways.ts';
import { listRules } from '../routing/queries.ts';

/**
 * The connector that a merchant's payouts with an operator go through. Its routing rules decide, as for payments.
 *
 * @returns the connector's id
 * @throws AppError `invalid_fields` naming the operator, when the merchant cannot pay out with it
 */
export async function findPayoutConnector(
  ctx: Pick<Context, 'connectors'>,
  db: Connection,
  input: { merchant_id: string; mode: Mode; operator: string; currency: string },
): Promise<string> {
  const { merchant_id, mode, operator, currency } = input;
  const rules = await listRules(db, merchant_id, mode);
  const way = findWays(ctx, rules, { mode, currency }).find((one) => one.operator.code === operator);
  if (way && ctx.connectors.get(way.connector_id)?.payout) return way.connector_id;
  throw invalidFields({
    operator: [`cannot pay out ${currency} in ${mode} mode: GET /v1/operators lists those that can`],
  });
}
