import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { PaymentLinkStatus, PaymentLinkTable } from '../../platform/database/tables/payment-links.ts';

export type PaymentLink = Selectable<PaymentLinkTable>;
export type NewPaymentLink = Insertable<PaymentLinkTable>;
/** The columns of a link that its merchant may change. */
export type LinkTerms = Omit<
  NewPaymentLink,
  'merchant_id' | 'id' | 'mode' | 'code' | 'status' | 'created_at' | 'updated_at'
>;

/** Inserts a link. @returns undefined if its code is taken */
export function insertLink(tx: Connection, link: NewPaymentLink): Promise<PaymentLink | undefined> {
  return tx
    .insertInto('payment_links')
    .values(link)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Writes the terms and the status of a link that the caller has locked. */
export function updateLink(
  tx: Connection,
  { merchant_id, id }: Pick<PaymentLink, 'merchant_id' | 'id'>,
  changes: Updateable<PaymentLinkTable>,
): Promise<PaymentLink> {
  return tx
    .updateTable('payment_links')
    .set(changes)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface LinkKey {
  readonly merchant_id: string;
  readonly id: string;
}

/** Finds a link of a merchant, in whatever mode. */
export function findLink(db: Connection, { merchant_id, id }: LinkKey): Promise<PaymentLink | undefined> {
  return db
    .selectFrom('payment_links')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds a link like {@link findLink}, and locks it until the transaction ends. */
export function lockLink(tx: Connection, { merchant_id, id }: LinkKey): Promise<PaymentLink | undefined> {
  return tx
    .selectFrom('payment_links')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds a link by the code in its address, which is all that a visitor has. */
export function findLinkByCode(db: Connection, code: string): Promise<PaymentLink | undefined> {
  return db.selectFrom('payment_links').selectAll().where('code', '=', code).executeTakeFirst();
}

/** The payments of a link, in numbers. Amounts in minor units of its currency, without fees. */
export interface LinkUse {
  /** Payments that are paid or in progress, or were paid and then taken back by the operator. */
  readonly taken: number;
  /** The amount that is paid or in progress. */
  readonly promised_minor: bigint;
  readonly paid: number;
  readonly paid_minor: bigint;
}

const use = sql<LinkUse>`
  count(*) filter (where status in ('processing', 'success', 'reversed'))::integer as taken,
  coalesce(sum(amount_minor) filter (where status in ('processing', 'success')), 0)::bigint as promised_minor,
  count(*) filter (where status = 'success')::integer as paid,
  coalesce(sum(amount_minor) filter (where status = 'success'), 0)::bigint as paid_minor`;

/** Counts the payments of a link. @param except a payment that is not counted */
export async function readUse(
  db: Connection,
  { merchant_id, id }: LinkKey,
  except: string | null = null,
): Promise<LinkUse> {
  const { rows } = await sql<LinkUse>`
    select ${use} from payments
    where payment_link_id = ${id} and merchant_id = ${merchant_id}
      and id is distinct from ${except}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a count returned no row');
  return row;
}

export type UsedLink = PaymentLink & LinkUse;

/** Lists a merchant's links with their use, newest first. */
export async function listLinks(
  db: Connection,
  { merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode },
  {
    status,
    before,
    limit,
  }: { readonly status: PaymentLinkStatus | null; readonly before: string | null; readonly limit: number },
): Promise<UsedLink[]> {
  const { rows } = await sql<UsedLink>`
    select link.*, used.*
    from (
      select * from payment_links
      where mode = ${mode} and merchant_id = ${merchant_id}
        ${status === null ? sql`` : sql`and status = ${status}`}
        ${before === null ? sql`` : sql`and id < ${before}`}
      order by id desc limit ${limit}
    ) as link
    cross join lateral (
      select ${use} from payments
      where payments.payment_link_id = link.id and payments.merchant_id = ${merchant_id}
    ) as used
    order by link.id desc`.execute(db);
  return rows;
}
