import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ApprovalRule } from '../../accounts/approvals/limits.ts';
import { type BalanceKey, sumOf } from '../../ledger/balances/queries.ts';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type {
  PayoutStatus,
  PayoutTable,
  PayoutTransitionTable,
} from '../../platform/database/tables/payouts.ts';

export type Payout = Selectable<PayoutTable>;
/** What names a payout to our own code. */
export type PayoutKey = Pick<Payout, 'merchant_id' | 'id'>;

/** @returns the row as it was written */
export function insertPayout(tx: Connection, payout: Insertable<PayoutTable>): Promise<Payout> {
  return tx.insertInto('payouts').values(payout).returningAll().executeTakeFirstOrThrow();
}

/**
 * What is in an account, with the rule of its currency for approval: in one statement, as every payout asks for both.
 *
 * @returns a credit as a negative sum; undefined where the merchant has no rule
 */
export async function readFunds(
  tx: Connection,
  key: BalanceKey,
): Promise<{ readonly amount_minor: bigint; readonly rule: ApprovalRule | undefined }> {
  const { rows } = await sql<{ amount_minor: bigint } & ApprovalRule>`
    select funds.amount_minor, rule.approval_above_minor, rule.approval_day_above_minor,
      rule.approval_recipient_above_minor
    from (select ${sumOf(key)} as amount_minor) as funds
    left join payout_rules as rule
      on rule.merchant_id = ${key.merchant_id} and rule.mode = ${key.mode} and rule.currency = ${key.currency}`.execute(
    tx,
  );
  const [found] = rows;
  return { amount_minor: found?.amount_minor ?? 0n, rule: found };
}

/** Merchant and mode are part of every look-up by a merchant: another's payout does not exist. */
export function findPayout(
  db: Connection,
  key: { merchant_id: string; mode: Mode; id: string },
): Promise<Payout | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .where('mode', '=', key.mode)
    .executeTakeFirst();
}

/** For staff who hold an id but not the merchant (command line). */
export function findPayoutById(db: Connection, id: string): Promise<Payout | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Of whichever merchant: the reference is all that a callback carries. */
export function findPayoutByReference(db: Connection, reference: string): Promise<Payout | undefined> {
  return db.selectFrom('payouts').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** The payout while its end is not known; undefined before it is sent and afterwards. */
export function findProcessingPayout(db: Connection, key: PayoutKey): Promise<Payout | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .where('status', '=', 'processing')
    .executeTakeFirst();
}

/**
 * Holds the payout until the transaction ends. Everything that changes a payout starts here.
 *
 * @throws NoResultError (kysely): the caller holds an id that we gave ourselves
 */
export function lockPayout(tx: Connection, key: PayoutKey): Promise<Payout> {
  return tx
    .selectFrom('payouts')
    .selectAll()
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Holds payouts of one merchant, as {@link lockPayout} holds one, in the order of their ids. */
export function lockPayouts(tx: Connection, merchant_id: string, ids: readonly string[]): Promise<Payout[]> {
  return tx
    .selectFrom('payouts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** One value, however many there are. */
const anyOf = (ids: readonly string[]) => sql<string>`any (${[...ids]}::text[])`;

/** @returns the changed payout, undefined when its status was no longer `from`. */
export function updatePayoutStatus(
  tx: Connection,
  payout: PayoutKey,
  change: { from: PayoutStatus; to: PayoutStatus; facts: Updateable<PayoutTable> },
): Promise<Payout | undefined> {
  return tx
    .updateTable('payouts')
    .set((column) => ({ ...change.facts, status: change.to, sequence: column('sequence', '+', 1) }))
    .where('merchant_id', '=', payout.merchant_id)
    .where('id', '=', payout.id)
    .where('status', '=', change.from)
    .returningAll()
    .executeTakeFirst();
}

/**
 * The same for many payouts of one merchant, with the row of history of each.
 *
 * @returns the changed payouts, in no order; those whose status was no longer `from` are left out
 */
export function updatePayoutStatuses(
  tx: Connection,
  { merchant_id, ids }: { readonly merchant_id: string; readonly ids: readonly string[] },
  change: { from: PayoutStatus; to: PayoutStatus; facts: Updateable<PayoutTable> },
  history: Pick<Insertable<PayoutTransitionTable>, 'event' | 'via' | 'raw' | 'created_at'>,
): Promise<Payout[]> {
  const { from, to, facts } = change;
  const { event, via, raw, created_at } = history;
  return tx
    .with('changed', (part) =>
      part
        .updateTable('payouts')
        .set((column) => ({ ...facts, status: to, sequence: column('sequence', '+', 1) }))
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', anyOf(ids))
        .where('status', '=', from)
        .returningAll(),
    )
    .with('noted', (part) =>
      part
        .insertInto('payout_transitions')
        .columns([
          ...(['merchant_id', 'payout_id', 'sequence', 'from_status', 'event', 'to_status'] as const),
          ...(['via', 'raw', 'created_at'] as const),
        ])
        .expression((from_) =>
          from_
            .selectFrom('changed')
            .select([
              'merchant_id',
              'id',
              'sequence',
              sql<string>`${from}::text`.as('from_status'),
              sql<string>`${event}::text`.as('event'),
              sql<string>`${to}::text`.as('to_status'),
              sql<string>`${via}::text`.as('via'),
              sql<string>`${raw}::jsonb`.as('raw'),
              sql<Date>`${created_at}::timestamptz`.as('created_at'),
            ]),
        ),
    )
    .selectFrom('changed')
    .selectAll()
    .execute();
}

/** Records facts; the status stays as it is. */
export async function updatePayoutFacts(
  db: Connection,
  payout: PayoutKey,
  facts: Omit<Updateable<PayoutTable>, 'status' | 'sequence'>,
): Promise<void> {
  await db
    .updateTable('payouts')
    .set(facts)
    .where('merchant_id', '=', payout.merchant_id)
    .where('id', '=', payout.id)
    .execute();
}

export async function insertPayoutTransition(
  tx: Connection,
  row: Insertable<PayoutTransitionTable>,
): Promise<void> {
  await tx.insertInto('payout_transitions').values(row).execute();
}

/** In the order in which they happened. */
export function listPayoutTransitions(
  db: Connection,
  payout: PayoutKey,
): Promise<Selectable<PayoutTransitionTable>[]> {
  return db
    .selectFrom('payout_transitions')
    .selectAll()
    .where('merchant_id', '=', payout.merchant_id)
    .where('payout_id', '=', payout.id)
    .orderBy('sequence')
    .execute();
}

/**
 * Takes the right to ask the operator about a payout: nobody else may while it is asked, nor for a while after.
 *
 * @param claim.until when asking is over at the latest
 * @param claim.not_since the operator may be asked again when it was last asked before this
 * @param claim.also_failed ask also when it has failed: operators do say no first and yes later
 * @returns the payout with its look-ups counted up, undefined when someone else is asking or asked a moment ago, or
 *   when there is nothing to ask
 */
export function claimPayoutLookUp(
  db: Connection,
  key: PayoutKey,
  claim: { until: Date; not_since: Date; also_failed?: boolean },
): Promise<Payout | undefined> {
  return db
    .updateTable('payouts')
    .set((column) => ({ looked_up_at: claim.until, look_ups: column('look_ups', '+', 1) }))
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .where('status', 'in', claim.also_failed ? ['processing', 'failed'] : ['processing'])
    .where((where) =>
      where.or([where('looked_up_at', 'is', null), where('looked_up_at', '<', claim.not_since)]),
    )
    .returningAll()
    .executeTakeFirst();
}
