import { asCurrency } from '@guichet/kernel/currencies';
import type { Decision, SandboxTransaction } from '@guichet/operators/sandbox/store';
import { type Insertable, sql } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { SandboxTransactionTable } from '../database/tables/operators.ts';

/** @returns whether the row is new. */
export async function insertTransaction(
  db: Connection,
  row: Insertable<SandboxTransactionTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sandbox_transactions')
    .values(row)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** With the session's end as it is now: a session's time can be moved in test mode. */
export async function findTransaction(
  db: Connection,
  reference: string,
): Promise<SandboxTransaction | undefined> {
  const row = await db
    .selectFrom('sandbox_transactions as transaction')
    .leftJoin('checkout_sessions as session', 'session.token', 'transaction.session_token')
    .selectAll('transaction')
    .select('session.expires_at as session_end')
    .where('transaction.reference', '=', reference)
    .executeTakeFirst();
  if (!row) return undefined;
  const { direction, phone, session_page_url, decision, decided_at, otp_tries, created_at } = row;
  return {
    reference,
    direction,
    phone,
    money: { amount_minor: row.amount_minor, currency: asCurrency(row.currency) },
    session_page_url,
    session_expires_at: row.session_end ?? row.session_expires_at,
    decision,
    decided_at,
    otp_tries,
    created_at,
  };
}

/** @returns the new count. @throws NoResultError (kysely) when the reference is not in the books */
export async function countOtpTry(db: Connection, reference: string): Promise<number> {
  const { otp_tries } = await db
    .updateTable('sandbox_transactions')
    .set((column) => ({ otp_tries: column('otp_tries', '+', 1) }))
    .where('reference', '=', reference)
    .returning('otp_tries')
    .executeTakeFirstOrThrow();
  return otp_tries;
}

/** The first decision stands. */
export async function saveDecision(
  db: Connection,
  reference: string,
  decision: Decision,
  at: Date,
): Promise<void> {
  await db
    .updateTable('sandbox_transactions')
    .set({ decision, decided_at: at })
    .where('reference', '=', reference)
    .where('decision', 'is', null)
    .execute();
}

/** Ends what a payout or refund waits for that has no session: as if its half hour had passed. */
export async function moveTransactionEnd(db: Connection, reference: string, at: Date): Promise<void> {
  await db
    .updateTable('sandbox_transactions')
    .set({ session_expires_at: at })
    .where('reference', '=', reference)
    .where('session_token', 'is', null)
    .execute();
}

/** Whether a process that runs jobs has said so lately. Times are the database's. */
export async function isWorkerRunning(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (
      select from worker_processes where seen_at >= now() - interval '15 seconds'
    ) as is_running`.execute(db);
  return rows[0]?.is_running ?? false;
}
