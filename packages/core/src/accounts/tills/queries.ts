import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { TillTable } from '../../platform/database/tables/counter.ts';

export type Till = Selectable<TillTable>;

export async function insertTill(tx: Connection, till: Insertable<TillTable>): Promise<void> {
  await tx.insertInto('tills').values(till).execute();
}

/** Finds a till of a merchant, in whatever mode, and locks it until the transaction ends. */
export function lockTill(
  tx: Connection,
  { merchant_id, id }: Pick<Till, 'merchant_id' | 'id'>,
): Promise<Till | undefined> {
  return tx
    .selectFrom('tills')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds a till by the hash of its device's token, which is all that a request carries. */
export function findTillByToken(db: Connection, token_hash: Buffer): Promise<Till | undefined> {
  return db.selectFrom('tills').selectAll().where('token_hash', '=', token_hash).executeTakeFirst();
}

/** Finds a till by the hash of its pairing code, and locks it until the transaction ends. */
export function lockTillByCode(tx: Connection, pairing_hash: Buffer): Promise<Till | undefined> {
  return tx
    .selectFrom('tills')
    .selectAll()
    .where('pairing_hash', '=', pairing_hash)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates a till that the caller has locked. */
export function updateTill(
  tx: Connection,
  { merchant_id, id }: Pick<Till, 'merchant_id' | 'id'>,
  changes: Updateable<TillTable>,
): Promise<Till> {
  return tx
    .updateTable('tills')
    .set(changes)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Closes the open shifts of a till or of a cashier, which nobody can continue any more. */
export async function closeOpenShifts(
  tx: Connection,
  of: { readonly merchant_id: string } & ({ readonly till_id: string } | { readonly cashier_id: string }),
  closed_at: Date,
): Promise<void> {
  const [column, id] =
    'till_id' in of ? (['till_id', of.till_id] as const) : (['cashier_id', of.cashier_id] as const);
  await tx
    .updateTable('shifts')
    .set({ token_hash: null, closed_at })
    .where('merchant_id', '=', of.merchant_id)
    .where(column, '=', id)
    .where('closed_at', 'is', null)
    .execute();
}

/** A till with its open shift. */
export type ListedTill = Till & {
  readonly shift_id: string | null;
  readonly cashier_name: string | null;
  readonly opened_at: Date | null;
};

/** Lists a merchant's tills in one mode, by name, without the removed ones. @param id only this till */
export async function listTillRows(
  db: Connection,
  { merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode },
  id: string | null = null,
): Promise<ListedTill[]> {
  const { rows } = await sql<ListedTill>`
    select till.*, shift.id as shift_id, cashier.name as cashier_name, shift.opened_at
    from tills as till
    left join shifts as shift
      on shift.merchant_id = till.merchant_id and shift.till_id = till.id and shift.closed_at is null
    left join cashiers as cashier
      on cashier.merchant_id = shift.merchant_id and cashier.id = shift.cashier_id
    where till.merchant_id = ${merchant_id} and till.mode = ${mode} and till.status <> 'removed'
      ${id === null ? sql`` : sql`and till.id = ${id}`}
    order by lower(till.name), till.id`.execute(db);
  return rows;
}

/** Counts a merchant's tills in both modes, without the removed ones. */
export async function countTills(db: Connection, merchant_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('tills')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .where('status', '<>', 'removed')
    .executeTakeFirstOrThrow();
  return Number(count);
}
