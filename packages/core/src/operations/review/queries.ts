import type { Insertable, Selectable } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { ResolutionTable } from '../../platform/database/tables/resolutions.ts';

export type Resolution = Selectable<ResolutionTable>;

export async function insertResolution(
  tx: Connection,
  resolution: Insertable<ResolutionTable>,
): Promise<Resolution> {
  return tx.insertInto('resolutions').values(resolution).returningAll().executeTakeFirstOrThrow();
}

/** Lists the resolutions of a payment's attempts and refunds, oldest first. */
export function listResolutions(
  db: Connection,
  merchant_id: string,
  payment_id: string,
): Promise<Resolution[]> {
  return db
    .selectFrom('resolutions')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .orderBy('position')
    .execute();
}

/** Lists the resolutions of a payout, oldest first. */
export function listPayoutResolutions(
  db: Connection,
  merchant_id: string,
  payout_id: string,
): Promise<Resolution[]> {
  return db
    .selectFrom('resolutions')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('payout_id', '=', payout_id)
    .orderBy('position')
    .execute();
}
