import { sql } from 'kysely';
import type { Connection } from '../../database/connect.ts';

/** What the audit log of each merchant of a person is told. */
export interface SignIn {
  readonly outcome: 'signed_in' | 'signed_out' | 'refused';
  readonly way?: Way;
  /** How often it was refused within the hour. */
  readonly tries?: number;
}

export type Way = 'password' | 'code' | 'recovery_code' | 'passkey';

export async function recordSignIn(db: Connection, user_id: string, told: SignIn): Promise<void> {
  await sql`select record_sign_in(${user_id}, ${JSON.stringify(told)}::jsonb)`.execute(db);
}

/** @returns how many it has been within the hour, with this one */
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
