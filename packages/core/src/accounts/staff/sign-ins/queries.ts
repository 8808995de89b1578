import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/connect.ts';

/** A sign-in event for the audit log. */
export interface SignIn {
  readonly outcome: 'signed_in' | 'signed_out' | 'refused';
  readonly way?: SignInMethod;
  /** The number of refusals within the hour. */
  readonly tries?: number;
  /** Sessions ended from elsewhere, by the person or by a manager of the team. */
  readonly ended?: number;
}

export type SignInMethod = 'password' | 'code' | 'recovery_code' | 'passkey';

export async function recordSignIn(db: Connection, user_id: string, told: SignIn): Promise<void> {
  await sql`select record_sign_in(${user_id}, ${JSON.stringify(told)}::jsonb)`.execute(db);
}

/** @returns the number of refusals within the hour, including this one */
export async function countRefusal(db: Connection, user_id: string, hour: Date): Promise<number> {
  const { tries } = await db
    .insertInto('staff_refusals')
    .values({ user_id, hour, tries: 1 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'hour']).doUpdateSet({ tries: sql<number>`staff_refusals.tries + 1` }),
    )
    .returning('tries')
    .executeTakeFirstOrThrow();
  return tries;
}

/** Counts merchants, up to a limit. */
export async function countMerchants(db: Connection, limit: number): Promise<number> {
  return (await db.selectFrom('merchants').select('id').limit(limit).execute()).length;
}

/**
 * Lists the sign-ins of an e-mail address: first the one at the merchant used last, then the others, oldest first.
 */
export function listCandidates(
  db: Connection,
  {
    email,
    merchant_id,
    last_merchant_id,
    limit,
  }: {
    readonly email: string;
    readonly merchant_id: string | null;
    readonly last_merchant_id: string | null;
    readonly limit: number;
  },
) {
  return db
    .selectFrom('staff')
    .innerJoin('members', 'members.user_id', 'staff.id')
    .innerJoin('merchants', 'merchants.id', 'staff.merchant_id')
    .leftJoin('staff_accounts', (join) =>
      join
        .onRef('staff_accounts.user_id', '=', 'staff.id')
        .on('staff_accounts.provider_id', '=', 'credential'),
    )
    .select([
      'staff.id as user_id',
      'staff.merchant_id',
      'merchants.name as merchant_name',
      'staff_accounts.password as hash',
    ])
    .where('staff.email', '=', email)
    .$if(merchant_id !== null, (query) => query.where('staff.merchant_id', '=', merchant_id ?? ''))
    .orderBy(sql`staff.merchant_id = ${last_merchant_id ?? ''}`, 'desc')
    .orderBy('staff.created_at')
    .orderBy('staff.id')
    .limit(limit)
    .execute();
}
