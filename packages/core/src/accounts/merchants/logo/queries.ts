import type { Connection } from '../../../platform/database/connect.ts';
import type { Logo } from './picture.ts';

/** Finds the logo of a merchant. */
export function findLogo(db: Connection, merchant_id: string): Promise<Logo | undefined> {
  return db
    .selectFrom('merchant_logos')
    .select(['media_type', 'width', 'height', 'picture'])
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
}

/** Inserts the logo of a merchant, or replaces the one it has. */
export async function keepLogo(tx: Connection, merchant_id: string, logo: Logo): Promise<void> {
  const { media_type, width, height, picture } = logo;
  const row = { media_type, width, height, picture };
  await tx
    .insertInto('merchant_logos')
    .values({ merchant_id, ...row })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(row))
    .execute();
}

export async function deleteLogo(tx: Connection, merchant_id: string): Promise<void> {
  await tx.deleteFrom('merchant_logos').where('merchant_id', '=', merchant_id).execute();
}
