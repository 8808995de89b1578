import { asCurrency } from '@guichet/kernel/currencies';
import type { Decision, SandboxTransaction } from '@guichet/operators/sandbox/store';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import { columnsOf, keysOf, recordsOf } from '../../platform/database/records/queries.ts';
import type { SandboxTransactionTable } from '../../platform/database/tables/operators.ts';
import { forMany } from '../../platform/groups/for-many.ts';

/** @returns whether the row is new */
export const insertTransaction = forMany<Insertable<SandboxTransactionTable>, boolean>(
  'write',
  async (db, rows) => {
    const columns = sql.join(columnsOf(rows[0] ?? {}).map((column) => sql.ref(column)));
    const { rows: inserted } = await sql<{ reference: string }>`
      insert into sandbox_transactions (${columns})
      select ${columns} from ${recordsOf('sandbox_transactions', rows)} as one
      order by reference
      on conflict (reference) do nothing
      returning reference`.execute(db);
    const references = new Set(inserted.map(({ reference }) => reference));
    // Of rows with the same reference, only the first is new.
    return rows.map(({ reference }) => references.delete(reference));
  },
);

/** A transaction in which the handle of the session replaces the URL of the session's page. */
export interface StoredTransaction extends Omit<SandboxTransaction, 'session_page_url'> {
  readonly session_token: string | null;
}

/** Finds a transaction with its session's current end: in test mode a session can be ended early. */
export const findTransaction = forMany<string, StoredTransaction | undefined>(
  'read',
  async (db, references) => {
    const keys = references.map((reference) => ({ reference }));
    const { rows } = await sql<Selectable<SandboxTransactionTable> & { session_end: Date | null }>`
      with one as materialized (
        select * from sandbox_transactions
        where reference = any (array(select reference from ${keysOf(keys, 'reference uuid')}))
      )
      select one.*, session.expires_at as session_end
      from one left join (
        select token, expires_at from checkout_sessions where token = any (array(select session_token from one))
      ) as session on session.token = one.session_token`.execute(db);
    const found = new Map(rows.map((row) => [row.reference, readStored(row)]));
    return references.map((reference) => found.get(reference));
  },
);

function readStored(
  row: Selectable<SandboxTransactionTable> & { readonly session_end: Date | null },
): StoredTransaction {
  return {
    reference: row.reference,
    direction: row.direction,
    phone: row.phone,
    money: { amount_minor: row.amount_minor, currency: asCurrency(row.currency) },
    session_token: row.session_token,
    session_expires_at: row.session_end ?? row.session_expires_at,
    decision: row.decision,
    decided_at: row.decided_at,
    reversed_at: row.reversed_at,
    otp_attempts: row.otp_attempts,
    created_at: row.created_at,
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

/** A sandbox attempt, payout or refund that awaits a decision. */
export interface Waiting {
  readonly kind: 'payment' | 'payout' | 'refund';
  /** Id of the payment, the payout or the refund. */
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
 * @param page.digits the last two digits of the phone numbers to include
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
