import { lowestIdAt, timeOfId } from '@guichet/kernel/ids';
import { type RawBuilder, sql } from 'kysely';
import type { BalanceKey } from '../../ledger/balances/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';

/** A period from `since` (inclusive) to `until` (exclusive), or until now if it is null. */
export interface Period {
  readonly since: Date;
  readonly until: Date | null;
}

/** A movement of one account. */
export interface Movement {
  readonly id: string;
  readonly kind: string;
  /** Positive for a debit, negative for a credit. */
  readonly amount_minor: bigint;
  readonly payment_id: string | null;
  readonly payout_id: string | null;
  readonly refund_id: string | null;
  readonly created_at: Date;
}

/**
 * The tolerance between the time in an id and `created_at`, which is set by a different clock a moment before or
 * after.
 */
const slack_ms = 60 * 60 * 1000;

const hour_ms = 60 * 60 * 1000;

/**
 * Sums the movements of a merchant's balance in a period, by kind. Whole hours are summed from hourly figures and
 * changes not yet rolled up; the partial hours at both ends are summed from the ledger entries. The sums are
 * consistent, because the transaction sees one snapshot of all three.
 */
export async function sumMovements(
  tx: Connection,
  key: BalanceKey,
  { since, until }: Period,
): Promise<{ kind: string; amount_minor: bigint; count: bigint }[]> {
  const first = new Date(Math.ceil(since.getTime() / hour_ms) * hour_ms);
  const last = until === null ? null : new Date(Math.floor(until.getTime() / hour_ms) * hour_ms);
  const hasWhole = last === null || last > first;
  const parts = hasWhole
    ? [
        sql`select kind, amount_minor, movements from (${wholeHours(key, { since: first, until: last })}) as hours`,
        ...ends(since, first, last, until).map((end) => entriesOf(key, end)),
      ]
    : [entriesOf(key, { since, until })];
  const { rows } = await sql<{ kind: string; amount_minor: bigint; count: bigint }>`
    select kind, sum(amount_minor)::bigint as amount_minor, sum(movements)::bigint as count
    from (${sql.join(parts, sql` union all `)}) as parts
    group by kind
    order by kind`.execute(tx);
  return rows;
}

/** Returns the parts of a period that are not whole hours. */
function ends(since: Date, first: Date, last: Date | null, until: Date | null): Period[] {
  return [
    ...(since < first ? [{ since, until: first }] : []),
    ...(last !== null && until !== null && last < until ? [{ since: last, until }] : []),
  ];
}

const entriesOf = (key: BalanceKey, period: Period): RawBuilder<unknown> =>
  sql`select kind, amount_minor, 1 as movements ${movements(key, period)}`;

/** Reads the hourly figures of a merchant's balance; an hour may have several rows. @param period whole hours */
function wholeHours(key: BalanceKey, { since, until }: Period): RawBuilder<unknown> {
  const { merchant_id, mode, currency, account } = key;
  const own = sql`merchant_id = ${merchant_id} and mode = ${mode} and currency = ${currency}`;
  return sql`
    select hour, kind, amount_minor, movements from balance_hours
    where ${own} and hour >= ${since} ${until === null ? sql`` : sql`and hour < ${until}`}
    union all
    select hour, kind, amount_minor, movements from balance_changes
    where ${own} and account = ${account} and hour >= ${since} ${until === null ? sql`` : sql`and hour < ${until}`}`;
}

/**
 * The direction of a list of movements, and the id after or before which it starts. With null, `after` starts at
 * the beginning of the period and `before` at its end.
 */
export type Going = { readonly after: string | null } | { readonly before: string | null };

/**
 * Lists movements of a merchant's balance in a period, in the order of their ids. Reads only hours with movements.
 *
 * @param going `after`: movements with higher ids, oldest first; `before`: movements with lower ids, newest first
 */
export async function listMovements(
  tx: Connection,
  key: BalanceKey,
  period: Period,
  going: Going,
  limit: number,
): Promise<Movement[]> {
  const hours = await findHours(tx, key, period, going, limit);
  const [order, bound] =
    'after' in going
      ? [sql`asc`, going.after === null ? sql`` : sql`and entry.transaction_id > ${going.after}`]
      : [sql`desc`, going.before === null ? sql`` : sql`and entry.transaction_id < ${going.before}`];
  const { since, until } = period;
  const { rows } = await sql<Movement>`
    select found.*
    from unnest(
      ${hours.map((hour) => hour.toISOString())}::timestamptz[],
      ${hours.map((hour) => idAt(hour, -slack_ms))}::text[],
      ${hours.map((hour) => idAt(hour, hour_ms + slack_ms))}::text[]
    ) as stretch (hour, lowest, highest)
    cross join lateral (
      select entry.transaction_id as id, kind, amount_minor, payment_id, payout_id, refund_id, created_at
      ${booked(key)} and entry.transaction_id >= stretch.lowest and entry.transaction_id < stretch.highest ${bound}
        and created_at >= greatest(stretch.hour, ${since}::timestamptz)
        and created_at < least(stretch.hour + interval '1 hour', ${until}::timestamptz)
      order by entry.transaction_id ${order}
      limit ${limit}
    ) as found
    order by id ${order}
    limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Finds the hours that a page of movements may cover: from its start, as many hours as are certain to contain
 * enough movements, and two more, because the times in ids and the times of movements may differ.
 */
async function findHours(
  tx: Connection,
  key: BalanceKey,
  { since, until }: Period,
  going: Going,
  limit: number,
): Promise<Date[]> {
  const isRising = 'after' in going;
  const cursor = isRising ? going.after : going.before;
  const at_ms = cursor === null ? null : timeOfId(cursor).getTime();
  const from_ms = Math.max(since.getTime(), isRising && at_ms !== null ? at_ms - slack_ms : 0);
  const to_ms = Math.min(
    until?.getTime() ?? Number.POSITIVE_INFINITY,
    isRising || at_ms === null ? Number.POSITIVE_INFINITY : at_ms + slack_ms,
  );
  const asked = {
    since: hourOf(from_ms),
    until: to_ms === Number.POSITIVE_INFINITY ? null : new Date(to_ms),
  };
  const { rows } = await sql<{ hour: Date; count: bigint }>`
    select hour, sum(movements)::bigint as count
    from (${wholeHours(key, asked)}) as hours
    group by hour
    order by hour ${isRising ? sql`asc` : sql`desc`}
    limit ${limit + spare_hours}`.execute(tx);
  // At the ends of the period and around the cursor, the number of an hour's matching movements is unknown.
  const isWhole = (hour: Date): boolean => {
    const [begin_ms, end_ms] = [hour.getTime(), hour.getTime() + hour_ms];
    if (begin_ms < since.getTime() || (until !== null && end_ms > until.getTime())) return false;
    if (at_ms === null) return true;
    return isRising ? begin_ms > at_ms + slack_ms : end_ms < at_ms - slack_ms;
  };
  let missing = limit;
  const enough = rows.findIndex(({ hour, count }) => {
    if (isWhole(hour)) missing -= Number(count);
    return missing <= 0;
  });
  return (enough < 0 ? rows : rows.slice(0, enough + 3)).map(({ hour }) => hour);
}

/**
 * The number of hours that a page needs in addition to one for each movement: at both ends, around the cursor, and
 * after the last movement.
 */
const spare_hours = 10;

function hourOf(at_ms: number): Date {
  return new Date(Math.floor(at_ms / hour_ms) * hour_ms);
}

function idAt(moment: Date, shift_ms: number): string {
  return lowestIdAt('ledger_transaction', new Date(moment.getTime() + shift_ms));
}

/** Lists a balance's entries booked in a period. Each transaction has only one entry for an account. */
function movements(key: BalanceKey, { since, until }: Period): RawBuilder<unknown> {
  const ended =
    until === null
      ? sql``
      : sql`and created_at < ${until} and entry.transaction_id < ${idAt(until, slack_ms)}`;
  return sql`${booked(key)} and entry.transaction_id >= ${idAt(since, -slack_ms)} and created_at >= ${since} ${ended}`;
}

function booked(key: BalanceKey): RawBuilder<unknown> {
  return sql`
    from ledger_entries as entry
    join ledger_transactions as booked on booked.merchant_id = entry.merchant_id and booked.id = entry.transaction_id
    where entry.merchant_id = ${key.merchant_id} and booked.mode = ${key.mode} and entry.account = ${key.account}
      and entry.currency = ${key.currency}`;
}
