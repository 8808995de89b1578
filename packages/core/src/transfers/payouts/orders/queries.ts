import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type { PayoutOrderTable, PayoutRuleTable } from '../../../platform/database/tables/payout-orders.ts';
import type { TransferKey } from '../../transfer.ts';
import type { Payout } from '../queries.ts';
import type { PayoutState } from './schemas.ts';

export type PayoutOrder = Selectable<PayoutOrderTable>;
export type PayoutRule = Selectable<PayoutRuleTable>;

/**
 * A payout with its payout order, as shown in a list. The order's columns are null for an API payout that needs no
 * second person.
 */
export type OrderedPayout = Payout &
  (
    | Pick<
        PayoutOrder,
        'approval' | 'made_by' | 'made_by_name' | 'decided_by' | 'decided_by_name' | 'decided_at' | 'note'
      >
    | Readonly<Record<'approval', null>>
  );

/** A selection of the payouts of a merchant in one mode. */
export interface PayoutSelection {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly state?: PayoutState | undefined;
  readonly operator?: string | undefined;
  readonly currency?: string | undefined;
  readonly batch?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly text?: string | undefined;
  /** Id of the last payout on the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const orderedFrom = (payouts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select payout.*, made.approval, made.made_by, made.made_by_name, made.decided_by, made.decided_by_name, made.decided_at, made.note
  from ${payouts} as payout
  left join payout_orders as made
    on made.merchant_id = payout.merchant_id and made.payout_id = payout.id`;

const orderedPayouts = orderedFrom(sql`payouts`);

/** Lists payouts, newest first: ids are in chronological order. */
export async function listOrderedPayouts(
  db: Connection,
  selection: PayoutSelection,
): Promise<OrderedPayout[]> {
  const { operator, currency, since, until, batch, cursor, limit, text } = selection;
  const words = text === undefined || isNumberOrId(text) ? [] : wordsOf(text);
  const conditions = [
    sql`payout.merchant_id = ${selection.merchant_id} and payout.mode = ${selection.mode}`,
    ...(operator === undefined ? [] : [sql`payout.operator = ${operator}`]),
    ...(currency === undefined ? [] : [sql`payout.currency = ${currency}`]),
    ...(since === undefined ? [] : [sql`payout.created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`payout.created_at < ${until}`]),
    ...(batch === undefined ? [] : [sql`made.batch_id = ${batch}`]),
    ...(cursor === undefined ? [] : [sql`payout.id < ${cursor}`]),
    ...inState(selection.state),
    ...(text === undefined ? [] : isNumberOrId(text) ? withNumberOrId(text) : withWords(words)),
  ];
  const meant = sql`where ${sql.join(conditions, sql` and `)} order by payout.id desc`;
  const known = words.filter((word) => word.length >= known_letters_min);
  const { rows } = await (known.length === 0
    ? sql<OrderedPayout>`${orderedPayouts} ${meant} limit ${limit}`
    : sql<OrderedPayout>`
      select found.*
      from ${periods(selection)} as period
      cross join lateral (${orderedFrom(havingKeys(selection.merchant_id, known))} ${meant}) as found
      limit ${limit}`
  ).execute(db);
  return rows;
}

/** Generates the periods from the start of the page back to the merchant's first payout, newest first. */
function periods({ merchant_id, mode, cursor }: PayoutSelection): RawBuilder<unknown> {
  const own = sql`merchant_id = ${merchant_id} and mode = ${mode}`;
  return sql`generate_series(
    id_period(least(${cursor ?? null}::text, (select id from payouts where ${own} order by id desc limit 1))),
    id_period((select id from payouts where ${own} order by id limit 1)),
    -1
  )`;
}

/**
 * Selects the payouts of a period that contain these words, always through the word index: `offset 0` keeps the
 * planner from choosing another plan. The index is divided into periods, so that a frequent word costs no more than
 * a rare one.
 */
function havingKeys(merchant_id: string, words: readonly string[]): RawBuilder<unknown> {
  const keys = words.map(
    (word) => sql`word_key(${merchant_id}::text, period, left(lower(${word}::text), ${known_letters_max}))`,
  );
  return sql`(
    select * from payouts as payout
    where payout_words(payout.merchant_id, id_period(payout.id), ${whole}) @> array[${sql.join(keys)}]
    offset 0
  )`;
}

const whole = sql`payout_text(payout.recipient_first_name, payout.recipient_last_name, payout.description,
  payout.provider_reference)`;

/** The minimum and maximum length of the words in the index `payouts_words`. */
const known_letters_min = 2;
const known_letters_max = 6;
/** The characters that separate words in that index. */
const between_words = /[\][\s_/.,;:()'"+#&@|-]+/;
/** The maximum number of words searched; more would not narrow the search. */
const words_max = 8;

function wordsOf(text: string): string[] {
  return text
    .split(between_words)
    .filter((word) => word !== '')
    .slice(0, words_max);
}

function withWords(words: readonly string[]): RawBuilder<unknown>[] {
  // A text that consists of punctuation only matches nothing.
  if (words.length === 0) return [sql`false`];
  return words.map(
    (word) => sql`${whole} like '% ' || lower(${word.replace(/[\\%]/g, '\\$&')}::text) || '%'`,
  );
}

export async function findOrderedPayout(
  db: Connection,
  key: { merchant_id: string; mode: Mode; id: string },
): Promise<OrderedPayout | undefined> {
  const { rows } = await sql<OrderedPayout>`
    ${orderedPayouts}
    where payout.merchant_id = ${key.merchant_id} and payout.mode = ${key.mode} and payout.id = ${key.id}`.execute(
    db,
  );
  return rows[0];
}

function inState(state: PayoutState | undefined): RawBuilder<unknown>[] {
  switch (state) {
    case undefined:
      return [];
    case 'waiting':
      return [sql`made.approval = 'waiting' and made.mode = payout.mode and payout.status = 'pending'`];
    case 'stuck':
      return [sql`payout.needs_review`];
    case 'pending':
      return [sql`payout.status = 'pending' and made.approval is distinct from 'waiting'`];
    case 'processing':
      return [sql`payout.status = 'processing' and not payout.needs_review`];
    case 'success':
    case 'failed':
    case 'reversed':
      return [sql`payout.status = ${state} and not payout.needs_review`];
  }
}

const short_reference = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/i;
const payout_id = /^po_\w+$/i;
const some_digits = /^\+?\d{4,}$/;

function digitsOf(text: string): string {
  return text.replace(/[\s.()-]/g, '').replace(/^00/, '+');
}

function isNumberOrId(text: string): boolean {
  return payout_id.test(text) || short_reference.test(text) || some_digits.test(digitsOf(text));
}

function withNumberOrId(text: string): RawBuilder<unknown>[] {
  if (payout_id.test(text)) return [sql`payout.id = ${`po_${text.slice(3).toUpperCase()}`}`];
  if (short_reference.test(text)) {
    return [sql`"right"(payout.id, 10) = ${text.replace('-', '').toUpperCase()}`];
  }
  const digits = digitsOf(text);
  const number = digits.startsWith('+') ? digits : `+${digits}`;
  // Uses the index's own operators, because whether `like` can use an index depends on its pattern, which is not
  // known in advance.
  return [sql`payout.recipient_phone ~>=~ ${number} and payout.recipient_phone ~<~ ${`${number}:`}`];
}

export async function insertOrder(tx: Connection, order: Insertable<PayoutOrderTable>): Promise<void> {
  await tx.insertInto('payout_orders').values(order).execute();
}

/** @returns undefined for an API payout that needs no second person */
export function findOrder(
  db: Connection,
  { merchant_id, id }: TransferKey,
): Promise<PayoutOrder | undefined> {
  return db
    .selectFrom('payout_orders')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('payout_id', '=', id)
    .executeTakeFirst();
}

/**
 * Decides pending orders, after waiting for concurrent decisions; orders decided meanwhile do not change.
 *
 * @returns ids of the payouts that were decided now, in the order given
 */
export async function decideOrders(
  tx: Connection,
  key: { readonly merchant_id: string; readonly mode: Mode; readonly payout_ids: readonly string[] },
  decision: Updateable<PayoutOrderTable>,
): Promise<string[]> {
  const rows = await tx
    .updateTable('payout_orders')
    .set(decision)
    .where('merchant_id', '=', key.merchant_id)
    .where('mode', '=', key.mode)
    .where('payout_id', '=', sql<string>`any (${[...key.payout_ids]}::text[])`)
    .where('approval', '=', 'waiting')
    .returning('payout_id')
    .execute();
  const decided = new Set(rows.map(({ payout_id }) => payout_id));
  return key.payout_ids.filter((payout_id) => decided.has(payout_id));
}

export function findPayoutRule(
  db: Connection,
  { merchant_id, mode }: { merchant_id: string; mode: Mode },
  currency: string,
): Promise<PayoutRule | undefined> {
  return db
    .selectFrom('payout_rules')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .where('currency', '=', currency)
    .executeTakeFirst();
}

export function listRules(
  db: Connection,
  { merchant_id, mode }: { merchant_id: string; mode: Mode },
): Promise<PayoutRule[]> {
  return db
    .selectFrom('payout_rules')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .orderBy('currency')
    .execute();
}

export async function putRule(tx: Connection, rule: PayoutRule): Promise<void> {
  const { approval_above_minor, approval_day_above_minor, approval_recipient_above_minor, ...others } = rule;
  const { low_balance_minor, updated_at } = others;
  await tx
    .insertInto('payout_rules')
    .values(rule)
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'mode', 'currency']).doUpdateSet({
        ...{ approval_above_minor, approval_day_above_minor, approval_recipient_above_minor },
        ...{ low_balance_minor, updated_at },
      }),
    )
    .execute();
}
