import type { Connection } from '../../platform/database/connect.ts';
import type { OperatorCircuitTable } from '../../platform/database/tables/operators.ts';
import type { CircuitRow } from './states.ts';

/** The key of a circuit: an account's collection requests with one operator. */
export type CircuitKey = Pick<OperatorCircuitTable, 'merchant_id' | 'account_id' | 'operator'>;

export function findCircuit(db: Connection, key: CircuitKey): Promise<CircuitRow | undefined> {
  return db
    .selectFrom('operator_circuits')
    .select(['failures', 'open_until'])
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('operator', '=', key.operator)
    .executeTakeFirst();
}

/** Locks a circuit until the transaction ends, inserting its row if missing. */
export async function lockCircuit(tx: Connection, key: CircuitKey, at: Date): Promise<CircuitRow> {
  await tx
    .insertInto('operator_circuits')
    .values({ ...key, failures: 0, open_until: null, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('operator_circuits')
    .select(['failures', 'open_until'])
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('operator', '=', key.operator)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateCircuit(
  tx: Connection,
  key: CircuitKey,
  row: CircuitRow,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('operator_circuits')
    .set({ ...row, updated_at: at })
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('operator', '=', key.operator)
    .execute();
}

/** Closes a circuit; without a row there is nothing to write. */
export async function resetCircuit(db: Connection, key: CircuitKey, at: Date): Promise<void> {
  await db
    .updateTable('operator_circuits')
    .set({ failures: 0, open_until: null, updated_at: at })
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('operator', '=', key.operator)
    .where('failures', '>', 0)
    .execute();
}

/**
 * Claims the probe of a half-open circuit, which stays open for all other callers.
 *
 * @param was the `open_until` that was read
 * @returns false when another caller has claimed it
 */
export async function claimProbe(
  db: Connection,
  key: CircuitKey,
  was: Date,
  row: CircuitRow,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_circuits')
    .set({ ...row, updated_at: at })
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('operator', '=', key.operator)
    .where('open_until', '=', was)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
