import { asCurrency } from '@guichet/kernel/currencies';
import type { Decision, SandboxTransaction } from '@guichet/operators/sandbox/store';
import { type Insertable, sql } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { SandboxTransactionTable } from '../../platform/database/tables/operators.ts';

/** @returns whether the row is new */
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

/** A transaction with the session's handle in place of its page's URL. */
export interface StoredTransaction extends Omit<SandboxTransaction, 'session_page_url'> {
  readonly session_token: string | null;
}

/** Finds a transaction with its session's present end: in test mode a session's end can be moved. */
export async function findTransaction(
  db: Connection,
  reference: string,
): Promise<StoredTransaction | undefined> {
  const row = await db
    .selectFrom('sandbox_transactions as transaction')
    .leftJoin('checkout_sessions as session', 'session.token', 'transaction.session_token')
    .selectAll('transaction')
    .select('session.expires_at as session_end')
    .where('transaction.reference', '=', reference)
    .executeTakeFirst();
  if (!row) return undefined;
  const { direction, phone, session_token, decision, decided_at, reversed_at, otp_attempts, created_at } =
    row;
  return {
    reference,
    direction,
    phone,
    money: { amount_minor: row.amount_minor, currency: asCurrency(row.currency) },
    session_token,
    session_expires_at: row.session_end ?? row.session_expires_at,
    decision,
    decided_at,
    reversed_at,
    otp_attempts,
    created_at,
  };
}

/** @returns the new count. @throws NoResultError (kysely) for an unknown reference */
export async function countOtpAttempt(db: Connection, reference: string): Promise<number> {
  const { otp_attempts } = await db
    .updateTable('sandbox_transactions')
    .set((column) => ({ otp_attempts: column('otp_attempts', '+', 1) }))
    .where('reference', '=', reference)
    .returning('otp_attempts')
    .executeTakeFirstOrThrow();
  return otp_attempts;
}

/** Saves a decision; the first one is kept. */
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

/** Records that a success was reversed; the first time is kept. */
export async function saveReversal(db: Connection, reference: string, at: Date): Promise<void> {
  await db
    .updateTable('sandbox_transactions')
    .set({ reversed_at: at })
    .where('reference', '=', reference)
    .where('reversed_at', 'is', null)
    .execute();
}

/** Ends the wait of a payout or refund, which has no session, as if its half hour had passed. */
export async function moveTransactionEnd(db: Connection, reference: string, at: Date): Promise<void> {
  await db
    .updateTable('sandbox_transactions')
    .set({ session_expires_at: at })
    .where('reference', '=', reference)
    .where('session_token', 'is', null)
    .execute();
}

/** Whether a worker has sent a heartbeat lately. Times are the database's. */
export async function isWorkerRunning(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (
      select from worker_processes where seen_at >= now() - interval '15 seconds'
    ) as is_running`.execute(db);
  return rows[0]?.is_running ?? false;
}

/** An attempt, payout or refund with the sandbox that awaits a decision. */
export interface Waiting {
  readonly kind: 'payment' | 'payout' | 'refund';
  /** Of the payment, the payout or the refund. */
  readonly id: string;
  readonly session_token: string | null;
  readonly phone: string;
  readonly currency: string;
  readonly amount_minor: bigint;
  readonly created_at: Date;
}

/**
 * Lists a merchant's undecided transactions with the sandbox in test mode, newest first.
 *
 * @param page.since.refund_id the lowest id that a refund of that time can have
 * @param page.digits the last two of the phone number: one of them
 */
export async function listUndecided(
  db: Connection,
  merchant_id: string,
  page: {
    readonly since: { readonly at: Date; readonly refund_id: string };
    readonly digits: readonly string[];
    readonly limit: number;
  },
): Promise<Waiting[]> {
  const { since, digits } = page;
  const { rows } = await sql<Waiting>`
    with open as (
      select 'payment' as kind, payment_id as id, reference from attempts
      where merchant_id = ${merchant_id} and mode = 'test' and created_at >= ${since.at}
        and status in ('submitted', 'unknown')
      union all
      select 'payout', id, reference from payouts
      where merchant_id = ${merchant_id} and mode = 'test' and status = 'processing'
      union all
      select 'refund', id, reference from refunds
      where merchant_id = ${merchant_id} and mode = 'test' and status = 'processing'
        and id >= ${since.refund_id}
    )
    select open.kind, open.id, asked.session_token, asked.phone, asked.currency, asked.amount_minor,
      asked.created_at
    from open join sandbox_transactions as asked on asked.reference = open.reference
    where asked.decision is null and asked.created_at >= ${since.at}
      and right(asked.phone, 2) = any(${digits}::text[])
    order by asked.created_at desc
    limit ${page.limit}`.execute(db);
  return rows;
}
