import { type Selectable, sql } from 'kysely';
import type pg from 'pg';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { keysOf, ofMerchant } from '../../platform/database/records/queries.ts';
import type { BrandTemplate } from '../../platform/database/tables/merchants.ts';
import type {
  AttemptStatus,
  CheckoutSessionTable,
  PaymentStatus,
  SessionStatus,
} from '../../platform/database/tables/payments.ts';
import { forMany } from '../../platform/groups/for-many.ts';
import type { IdempotencyKey } from '../../platform/idempotency/run-idempotently.ts';
import type { Attempt } from '../attempt/queries.ts';
import type { Payment } from '../queries.ts';

export type Session = Selectable<CheckoutSessionTable>;
/** The key of a session and the id of its payment. The payment must be locked before the session. */
export type SessionKey = Pick<Session, 'merchant_id' | 'token' | 'payment_id'>;

/** A session and its payment, inserted together. */
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
  readonly customer_first_name: string | null;
  readonly customer_last_name: string | null;
  readonly customer_id: string | null;
  readonly return_url: string;
  readonly cancel_url: string | null;
  readonly template: BrandTemplate | null;
  /** The operator that the merchant chose; the customer may choose a different one. */
  readonly operator: string | null;
  /** A decimal; if it is set, the page first shows the confirmation. */
  readonly fee_percent: string | null;
  /** The link that the customer opened; null without one. */
  readonly payment_link_id: string | null;
  /** The shift during which a cashier takes it; null without one. */
  readonly shift_id: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly once: IdempotencyKey | null;
  /** The JSON text of the response that is stored with the idempotency key; null without a key. */
  readonly answer: string | null;
}

/**
 * Inserts many checkouts in one statement and transaction, each with its idempotency key. A checkout whose key
 * already exists is skipped. The statement waits for a transaction that is inserting the same key; keys are
 * inserted in order, so that two statements cannot deadlock.
 *
 * The benchmark runs the same SQL with one row per call.
 */
export const insertCheckoutsSql = `
with rows as (
  select *
  from unnest(
    $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
    $17::text[], $18::numeric[], $19::timestamptz[], $20::timestamptz[], $21::text[], $22::bytea[], $23::text[], $24::text[],
    $25::text[]
  ) as row (
    merchant_id, mode, payment_id, token, currency, amount_minor, description, metadata,
    customer_phone, customer_email, customer_first_name, customer_last_name, customer_id,
    return_url, cancel_url, template, operator, fee_percent, created_at, expires_at, key, request_hash, answer,
    payment_link_id, shift_id
  )
), claimed as (
  insert into idempotency_keys (merchant_id, mode, scope, key, request_hash, object_id, answer, created_at)
  select merchant_id, mode, '', key, request_hash, payment_id, answer, created_at
  from rows
  where key is not null
  order by merchant_id, mode, key
  on conflict (merchant_id, mode, scope, key) do nothing
  returning object_id
), kept as (
  select * from rows where key is null or payment_id in (select object_id from claimed)
), new_payments as (
  insert into payments (
    merchant_id, id, mode, status, currency, amount_minor, operator, description, metadata,
    customer_phone, customer_email, customer_first_name, customer_last_name, customer_id,
    return_url, cancel_url, session_token, key_hash, payment_link_id, shift_id, created_at
  )
  select
    merchant_id, payment_id, mode, 'pending', currency, amount_minor, operator, description, metadata::json,
    customer_phone, customer_email, customer_first_name, customer_last_name, customer_id,
    return_url, cancel_url, token, sha256(convert_to(key, 'UTF8')), payment_link_id, shift_id,
    created_at
  from kept
), new_links as (
  insert into customer_payments (customer_id, merchant_id, payment_id)
  select customer_id, merchant_id, payment_id from kept where customer_id is not null
), new_sessions as (
  insert into checkout_sessions (
    merchant_id, token, mode, payment_id, status, template,
    chosen_operator, chosen_phone, chosen_fee_percent, created_at, expires_at
  )
  select
    merchant_id, token, mode, payment_id, 'active', template,
    operator, case when fee_percent is not null then customer_phone end, fee_percent, created_at, expires_at
  from kept
)
select payment_id from rows where key is not null and payment_id not in (select object_id from claimed)`;

/** Returns one array for each column, in the order of {@link insertCheckoutsSql}. */
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
    rows.map((row) => row.customer_first_name),
    rows.map((row) => row.customer_last_name),
    rows.map((row) => row.customer_id),
    rows.map((row) => row.return_url),
    rows.map((row) => row.cancel_url),
    rows.map((row) => row.template),
    rows.map((row) => row.operator),
    rows.map((row) => row.fee_percent),
    rows.map((row) => row.created_at.toISOString()),
    rows.map((row) => row.expires_at.toISOString()),
    rows.map((row) => row.once?.key ?? null),
    rows.map((row) => row.once?.request_hash ?? null),
    rows.map((row) => row.answer),
    rows.map((row) => row.payment_link_id),
    rows.map((row) => row.shift_id),
  ];
}

/**
 * Inserts all rows or none, except those whose key already exists.
 *
 * @returns payment ids of the skipped rows
 * @throws pg.DatabaseError when PostgreSQL refuses one of them
 */
export async function insertCheckouts(pool: pg.Pool, rows: readonly NewCheckout[]): Promise<Set<string>> {
  const values = checkoutColumns(rows);
  const result = await pool.query<{ payment_id: string }>({
    name: 'insert_checkouts',
    text: insertCheckoutsSql,
    values,
  });
  return new Set(result.rows.map(({ payment_id }) => payment_id));
}

/** Finds a session by its token alone, which is all that a public request carries. */
export const findSession = forMany<string, Session | undefined>('read', async (db, tokens) => {
  const { rows } = await sql<Session>`
    select session.* from checkout_sessions as session
    where session.token = any (array(select token from ${keysOf(
      tokens.map((token) => ({ token })),
      'token text',
    )}))`.execute(db);
  const byToken = new Map(rows.map((session) => [session.token, session]));
  return tokens.map((token) => byToken.get(token));
});

/** @returns whether the session was still in `from` */
export function setSessionStatus(
  tx: Connection,
  { merchant_id, token }: Pick<Session, 'merchant_id' | 'token'>,
  change: { from: SessionStatus; to: SessionStatus; ended_at: Date },
): Promise<boolean> {
  return setStatus(tx, { merchant_id, token, ...change });
}

const setStatus = forMany<
  Pick<Session, 'merchant_id' | 'token'> & { from: SessionStatus; to: SessionStatus; ended_at: Date },
  boolean
>('write', async (tx, changes) => {
  const { rows } = await sql<{ token: string }>`
    with wanted as materialized (
      select * from ${keysOf(changes, 'merchant_id text, token text, "from" text, "to" text, ended_at timestamptz')}
    )
    update checkout_sessions as session
    set status = wanted."to", ended_at = wanted.ended_at
    from wanted
    where session.token = any (array(select token from wanted))
      and session.merchant_id = wanted.merchant_id and session.token = wanted.token
      and session.status = wanted."from" ${ofMerchant(tx, 'session.merchant_id', changes)}
    returning session.token`.execute(tx);
  const changed = new Set(rows.map(({ token }) => token));
  return changes.map(({ token }) => changed.has(token));
});

/** A customer's choice in a session. */
interface SavedChoice extends Pick<Session, 'merchant_id' | 'token'> {
  readonly operator: string;
  readonly phone: string;
  readonly fee_percent: string;
}

/** Saves the customer's choice, so that the confirmation page shows and charges exactly this choice. */
export async function saveChoice(
  db: Connection,
  { merchant_id, token }: Pick<Session, 'merchant_id' | 'token'>,
  choice: Omit<SavedChoice, 'merchant_id' | 'token'>,
): Promise<void> {
  await save(db, { merchant_id, token, ...choice });
}

const save = forMany<SavedChoice, undefined>('write', async (db, choices) => {
  await sql`
    with wanted as materialized (
      select * from ${keysOf(choices, 'merchant_id text, token text, operator text, phone text, fee_percent numeric')}
    )
    update checkout_sessions as session
    set chosen_operator = wanted.operator, chosen_phone = wanted.phone, chosen_fee_percent = wanted.fee_percent
    from wanted
    where session.token = any (array(select token from wanted))
      and session.merchant_id = wanted.merchant_id and session.token = wanted.token
      ${ofMerchant(db, 'session.merchant_id', choices)}`.execute(db);
  return choices.map(() => undefined);
});

/**
 * Lists the keys of sessions whose time has passed, oldest first. The caller must read each session again under its
 * lock.
 */
export function listSessionsToExpire(db: Connection, now: Date, limit: number): Promise<SessionKey[]> {
  return db
    .selectFrom('checkout_sessions')
    .select(['merchant_id', 'token', 'payment_id'])
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

/** Shifts one session in time so that it ends at `expires_at`. For test mode only, which the verb checks. */
export async function moveSessionEnd(tx: Connection, session: Session, expires_at: Date): Promise<void> {
  const shift_ms = session.expires_at.getTime() - expires_at.getTime();
  await tx
    .updateTable('checkout_sessions')
    .set({ created_at: new Date(session.created_at.getTime() - shift_ms), expires_at })
    .where('merchant_id', '=', session.merchant_id)
    .where('token', '=', session.token)
    .execute();
}

/** @throws Error if there is no session, because every payment has one */
export async function getSession(db: Connection, merchant_id: string, token: string): Promise<Session> {
  const session = await findOwn(db, { merchant_id, token });
  if (!session) throw new Error('a payment has no session');
  return session;
}

const findOwn = forMany<Pick<Session, 'merchant_id' | 'token'>, Session | undefined>(
  'read',
  async (db, keys) => {
    const { rows } = await sql<Session>`
    select session.* from ${keysOf(keys, 'merchant_id text, token text')}
    cross join lateral (
      select * from checkout_sessions
      where merchant_id = wanted.merchant_id and token = wanted.token ${ofMerchant(db, 'merchant_id', keys)}
      limit 1
    ) as session`.execute(db);
    const byToken = new Map(rows.map((session) => [session.token, session]));
    return keys.map(({ token }) => byToken.get(token));
  },
);

/** The key that identifies a checkout's payment. It never changes. */
export interface CheckoutKey {
  readonly merchant_id: string;
  readonly payment_id: string;
}

/** The state of a checkout, read at one moment, that determines what the paying customer sees. */
export interface Glance {
  readonly session: Pick<Session, 'token' | 'status' | 'expires_at'>;
  readonly payment: Pick<
    Payment,
    'id' | 'status' | 'operator' | 'failure_reason' | 'failure_operator_code' | 'late'
  >;
  /** The open attempt; null while the payment is not processing. */
  readonly attempt: Pick<Attempt, 'status' | 'operator' | 'action' | 'created_at'> | null;
}

interface GlanceRow {
  readonly session_token: string;
  readonly session_status: SessionStatus;
  readonly expires_at: Date;
  readonly payment_id: string;
  readonly payment_status: PaymentStatus;
  readonly payment_operator: string | null;
  readonly failure_reason: string | null;
  readonly failure_operator_code: string | null;
  readonly late: boolean;
  readonly attempt_status: AttemptStatus | null;
  readonly attempt_operator: string;
  readonly attempt_action: unknown;
  readonly attempt_created_at: Date;
}

/** Reads the state of many checkouts at one moment. Unknown checkouts are omitted. */
export async function listGlances(db: Connection, keys: readonly CheckoutKey[]): Promise<Glance[]> {
  const merchant_ids = keys.map(({ merchant_id }) => merchant_id);
  const payment_ids = keys.map(({ payment_id }) => payment_id);
  const { rows } = await sql<GlanceRow>`
    select session.token as session_token, session.status as session_status, session.expires_at,
      payment.id as payment_id, payment.status as payment_status, payment.operator as payment_operator,
      payment.failure_reason, payment.failure_operator_code, payment.late,
      attempt.status as attempt_status, attempt.operator as attempt_operator,
      attempt.action as attempt_action, attempt.created_at as attempt_created_at
    from unnest(${merchant_ids}::text[], ${payment_ids}::text[]) as watched (merchant_id, payment_id)
    join payments as payment
      on payment.merchant_id = watched.merchant_id and payment.id = watched.payment_id
    join checkout_sessions as session
      on session.merchant_id = payment.merchant_id and session.token = payment.session_token
    left join attempts as attempt
      on attempt.merchant_id = payment.merchant_id and attempt.payment_id = payment.id
      and attempt.status in ('created', 'submitted', 'unknown')`.execute(db);
  return rows.map(readGlance);
}

function readGlance(row: GlanceRow): Glance {
  const { failure_reason, failure_operator_code, late, attempt_status } = row;
  return {
    session: { token: row.session_token, status: row.session_status, expires_at: row.expires_at },
    payment: {
      id: row.payment_id,
      status: row.payment_status,
      operator: row.payment_operator,
      failure_reason,
      failure_operator_code,
      late,
    },
    attempt: attempt_status && {
      status: attempt_status,
      operator: row.attempt_operator,
      action: row.attempt_action,
      created_at: row.attempt_created_at,
    },
  };
}
