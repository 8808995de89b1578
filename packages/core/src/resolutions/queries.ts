import type { Insertable, Selectable } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { ResolutionTable } from '../database/tables/resolutions.ts';

export type Resolution = Selectable<ResolutionTable>;

export async function insertResolution(
  tx: Connection,
  resolution: Insertable<ResolutionTable>,
): Promise<Resolution> {
  return tx.insertInto('resolutions').values(resolution).returningAll().executeTakeFirstOrThrow();
}

/** Oldest first. */
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
