import { type Selectable, sql } from 'kysely';
import type { Connection } from '../../../platform/database/connect.ts';
import type { ShortCodeTable } from '../../../platform/database/tables/payments.ts';
import type { Session } from '../queries.ts';

/** Finds the stored form of a session's short code, if it has one. */
export async function findShortCode(
  db: Connection,
  session: Pick<Session, 'token'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('short_codes')
    .select('code')
    .where('session_token', '=', session.token)
    .executeTakeFirst();
  return row?.code;
}

/** Deletes a short code, identified by its stored form. */
export async function deleteShortCode(db: Connection, code: string): Promise<void> {
  await db.deleteFrom('short_codes').where('code', '=', code).execute();
}

/** Inserts a short code for a session, unless the session already has one or another session has the same code. */
export async function insertShortCode(db: Connection, row: Selectable<ShortCodeTable>): Promise<void> {
  await db
    .insertInto('short_codes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds the session and the payment status of a short code, given its possible stored forms. */
export function findSessionOfShortCode(db: Connection, codes: readonly string[]) {
  return db
    .selectFrom('short_codes as short')
    .innerJoin('checkout_sessions as session', (join) =>
      join
        .onRef('session.merchant_id', '=', 'short.merchant_id')
        .onRef('session.token', '=', 'short.session_token'),
    )
    .innerJoin('payments as payment', (join) =>
      join
        .onRef('payment.merchant_id', '=', 'session.merchant_id')
        .onRef('payment.id', '=', 'session.payment_id'),
    )
    .select(['session.token', 'session.status', 'session.expires_at', 'payment.status as payment_status'])
    .where('short.code', 'in', codes)
    .executeTakeFirst();
}

/** Deletes codes created at or before `until`, oldest first, up to a limit. @returns how many were deleted */
export async function deleteOldShortCodes(db: Connection, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from short_codes
    where ctid = any (array(
      select ctid from short_codes where created_at <= ${until} order by created_at limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}
