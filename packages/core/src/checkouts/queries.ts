import type { Selectable } from 'kysely';
import type pg from 'pg';
import type { Connection } from '../database/connect.ts';
import type { CheckoutSessionTable, Mode, SessionStatus, Template } from '../database/schema.ts';

export type Session = Selectable<CheckoutSessionTable>;

/** A session and its payment, as they are written together. */
export interface NewCheckout {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly payment_id: string;
  readonly token: string;
  readonly currency: string;
  readonly amount_minor: bigint;
  readonly description: string | null;
  /** JSON text. */
  readonly metadata: string | null;
  readonly customer_phone: string | null;
  readonly customer_email: string | null;
  readonly return_url: string;
  readonly cancel_url: string | null;
  readonly template: Template | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/**
 * Writes many checkouts in one statement, which is one transaction: all or none.
 * The benchmark runs this same text with one row a call.
 */
export const insertCheckoutsSql = `
with rows as (
  select *
  from unnest(
    $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::timestamptz[], $15::timestamptz[]
  ) as row (
    merchant_id, mode, payment_id, token, currency, amount_minor, description, metadata,
    customer_phone, customer_email, return_url, cancel_url, template, created_at, expires_at
  )
), new_payments as (
  insert into payments (
    merchant_id, id, mode, status, currency, amount_minor, description, metadata,
    customer_phone, customer_email, return_url, cancel_url, session_token, created_at
  )
  select
    merchant_id, payment_id, mode, 'pending', currency, amount_minor, description, metadata::json,
    customer_phone, customer_email, return_url, cancel_url, token, created_at
  from rows
)
insert into checkout_sessions (
  merchant_id, token, mode, payment_id, status, template, created_at, expires_at
)
select merchant_id, token, mode, payment_id, 'active', template, created_at, expires_at
from rows`;

/** One array a column, in the order of {@link insertCheckoutsSql}. */
export function checkoutColumns(rows: readonly NewCheckout[]): unknown[] {
  return [
    rows.map((row) => row.merchant_id),
    rows.map((row) => row.mode),
    rows.map((row) => row.payment_id),
    rows.map((row) => row.token),
    rows.map((row) => row.currency),
    rows.map((row) => String(row.amount_minor)),
    rows.map((row) => row.description),
    rows.map((row) => row.metadata),
    rows.map((row) => row.customer_phone),
    rows.map((row) => row.customer_email),
    rows.map((row) => row.return_url),
    rows.map((row) => row.cancel_url),
    rows.map((row) => row.template),
    rows.map((row) => row.created_at.toISOString()),
    rows.map((row) => row.expires_at.toISOString()),
  ];
}

/** Writes all rows or none. @throws pg.DatabaseError when PostgreSQL refuses one of them */
export async function insertCheckouts(pool: pg.Pool, rows: readonly NewCheckout[]): Promise<void> {
  await pool.query({ name: 'insert_checkouts', text: insertCheckoutsSql, values: checkoutColumns(rows) });
}

/** By the token alone: it is all that a public request carries. */
export function findSession(db: Connection, token: string): Promise<Session | undefined> {
  return db.selectFrom('checkout_sessions').selectAll().where('token', '=', token).executeTakeFirst();
}

/** @returns whether the session was still in `from`. */
export async function setSessionStatus(
  tx: Connection,
  session: Pick<Session, 'merchant_id' | 'token'>,
  change: { from: SessionStatus; to: SessionStatus; ended_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('checkout_sessions')
    .set({ status: change.to, ended_at: change.ended_at })
    .where('merchant_id', '=', session.merchant_id)
    .where('token', '=', session.token)
    .where('status', '=', change.from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What the customer picked, kept so that the confirmation shows and charges the same. */
export async function saveChoice(
  db: Connection,
  session: Pick<Session, 'merchant_id' | 'token'>,
  choice: { operator: string; phone: string; fee_percent: string },
): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({
      chosen_operator: choice.operator,
      chosen_phone: choice.phone,
      chosen_fee_percent: choice.fee_percent,
    })
    .where('merchant_id', '=', session.merchant_id)
    .where('token', '=', session.token)
    .execute();
}

/** Sessions whose time has passed, oldest first. */
export function listSessionsToExpire(db: Connection, now: Date, limit: number): Promise<Session[]> {
  return db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('status', '=', 'active')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

/** Moves one session's life so that it ends at `expires_at`. Test mode only; the verb checks that. */
export async function moveSessionEnd(tx: Connection, session: Session, expires_at: Date): Promise<void> {
  const shift_ms = session.expires_at.getTime() - expires_at.getTime();
  await tx
    .updateTable('checkout_sessions')
    .set({ created_at: new Date(session.created_at.getTime() - shift_ms), expires_at })
    .where('merchant_id', '=', session.merchant_id)
    .where('token', '=', session.token)
    .execute();
}

/** @throws NoResultError (kysely): a payment without its session is a fault of ours */
export function getSession(db: Connection, merchant_id: string, token: string): Promise<Session> {
  return db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
}
