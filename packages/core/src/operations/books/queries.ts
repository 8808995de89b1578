import { type Insertable, type Selectable, sql } from 'kysely';
import { accounts } from '../../ledger/accounts.ts';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { LedgerMovementTable } from '../../platform/database/tables/ledger.ts';

export type Movement = Selectable<LedgerMovementTable>;

/** A movement with the id of its correction, booked or pending. */
export type ListedMovement = Movement & { readonly corrected_by: string | null };

interface Books {
  readonly merchant_id: string;
  readonly mode: Mode;
}

/**
 * Locks the recording of movements in these books until the transaction ends, so that movements are recorded one
 * after the other.
 */
export async function lockMovements(tx: Connection, { merchant_id, mode }: Books): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`movements ${merchant_id} ${mode}`}, 0))`.execute(
    tx,
  );
}

export function insertMovement(tx: Connection, row: Insertable<LedgerMovementTable>): Promise<Movement> {
  return tx.insertInto('ledger_movements').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Finds the movement that was recorded with a reference and not refused. */
export function findByReference(
  db: Connection,
  { merchant_id, mode }: Books,
  { kind, reference }: Pick<Movement, 'kind' | 'reference'>,
): Promise<ListedMovement | undefined> {
  return selectMovements(db, { merchant_id, mode })
    .where('movement.kind', '=', kind)
    .where('movement.reference', '=', reference)
    .where('movement.approval', '<>', 'refused')
    .executeTakeFirst();
}

export function findMovement(db: Connection, books: Books, id: string): Promise<ListedMovement | undefined> {
  return selectMovements(db, books).where('movement.id', '=', id).executeTakeFirst();
}

/** Lists movements, newest first. */
export function listMovements(
  db: Connection,
  books: Books,
  selection: {
    readonly currency?: string | undefined;
    readonly before?: string | undefined;
    readonly limit: number;
  },
): Promise<ListedMovement[]> {
  const { currency, before, limit } = selection;
  return selectMovements(db, books)
    .$if(currency !== undefined, (query) => query.where('movement.currency', '=', currency ?? ''))
    .$if(before !== undefined, (query) => query.where('movement.id', '<', before ?? ''))
    .orderBy('movement.id', 'desc')
    .limit(limit)
    .execute();
}

function selectMovements(db: Connection, { merchant_id, mode }: Books) {
  return db
    .selectFrom('ledger_movements as movement')
    .leftJoin('ledger_movements as correction', (join) =>
      join
        .onRef('correction.merchant_id', '=', 'movement.merchant_id')
        .onRef('correction.corrects', '=', 'movement.id')
        .on('correction.approval', '<>', 'refused'),
    )
    .selectAll('movement')
    .select('correction.id as corrected_by')
    .where('movement.merchant_id', '=', merchant_id)
    .where('movement.mode', '=', mode);
}

/** @returns the movement as decided; undefined when it was not awaiting approval */
export function decideMovement(
  tx: Connection,
  { merchant_id, id }: Pick<Movement, 'merchant_id' | 'id'>,
  facts: Pick<Movement, 'approval' | 'decided_by' | 'decided_by_name' | 'decided_at'>,
): Promise<Movement | undefined> {
  return tx
    .updateTable('ledger_movements')
    .set(facts)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('approval', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Sums the movements of any kind recorded in the last 24 hours without a second person, in minor units. Uses the
 * database's clock; movements dated in the future count too.
 */
export async function sumLoneMovements(
  tx: Connection,
  { merchant_id, mode, currency }: Books & { readonly currency: string },
): Promise<bigint> {
  const { rows } = await sql<{ amount_minor: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as amount_minor
    from ledger_movements
    where merchant_id = ${merchant_id} and mode = ${mode} and currency = ${currency} and approval = 'not_needed'
      and placed_at > clock_timestamp() - interval '24 hours'`.execute(tx);
  return rows[0]?.amount_minor ?? 0n;
}

/** Whether an account with a provider has ever held money in a currency, by the books or by the provider's report. */
export async function hasHeld(
  db: Connection,
  {
    merchant_id,
    account_id,
    currency,
  }: { readonly merchant_id: string; readonly account_id: string; readonly currency: string },
): Promise<boolean> {
  const of_clearing = sql`merchant_id = ${merchant_id} and mode = 'live' and currency = ${currency}
    and account = ${accounts.operatorClearing(account_id)}`;
  const { rows } = await sql<{ has_held: boolean }>`
    select exists (select from balances where ${of_clearing})
      or exists (select from balance_changes where ${of_clearing})
      or exists (
        select from clearing_drifts
        where merchant_id = ${merchant_id} and account_id = ${account_id} and currency = ${currency}
      ) as has_held`.execute(db);
  return rows[0]?.has_held ?? false;
}

/** Finds the object that a ledger transaction belongs to. */
export function findOwner(db: Connection, { merchant_id, mode }: Books, transaction_id: string) {
  return db
    .selectFrom('ledger_transactions')
    .select(['kind', 'payment_id', 'payout_id', 'refund_id', 'movement_id'])
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .where('id', '=', transaction_id)
    .executeTakeFirst();
}
