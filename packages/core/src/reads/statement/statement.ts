import { timestampText } from '@guichet/kernel/clock';
import { asCurrency, type Currency, isCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { moment_form } from '@guichet/kernel/forms';
import { isId } from '@guichet/kernel/ids';
import { majorNumber, majorText } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import type { Rules } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import { accounts } from '../../ledger/accounts.ts';
import { listBalances } from '../../ledger/balances/list.ts';
import { type BalanceKey, sumAccount } from '../../ledger/balances/queries.ts';
import { BalanceObject } from '../../ledger/balances/schemas.ts';
import { closePeriod } from '../../ledger/close-period.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { momentProblem } from '../../platform/lists/moment.ts';
import { Cursor, cutPage, Limit, limit_default, Page } from '../../platform/lists/page.ts';
import { type Cell, writeCsv } from '../../platform/lists/write-csv.ts';
import { listMovements, type Movement, type Period, sumMovements } from './queries.ts';

export const BalanceList = Type.Object({ items: Type.Array(BalanceObject) });

/** Lists a merchant's balances by currency. @throws AppError `forbidden` */
export async function showBalances(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
): Promise<Static<typeof BalanceList>> {
  requireScope(actor, 'balances:read');
  return { items: await listBalances(ctx, actor) };
}

const period = {
  since: Type.String({ maxLength: 40, description: 'From this moment on, ISO 8601.', ...moment_form }),
  until: Type.Optional(
    Type.String({ maxLength: 40, description: 'Before this moment; defaults to now.', ...moment_form }),
  ),
};
export const PeriodQuery = Type.Object(period, { additionalProperties: false });
export const StatementQuery = Type.Object(
  {
    ...period,
    cursor: Type.Optional(Cursor('ledger_transaction')),
    limit: Type.Optional(Limit),
  },
  { additionalProperties: false },
);
const readPeriod = makeReadQuery(PeriodQuery);
const readQuery = makeReadQuery(StatementQuery);
const moments: Rules<Static<typeof PeriodQuery>> = {
  since: momentProblem,
  until: (until, { since }) => {
    const wrong = momentProblem(until);
    if (wrong || since === undefined || momentProblem(since)) return wrong;
    return new Date(until) < new Date(since)
      ? problem('before_since', 'must not be earlier than since')
      : undefined;
  },
};

const Nullable = Type.Union([Type.String(), Type.Null()]);
const MovementObject = Type.Object({
  id: Type.String(),
  kind: Type.String({
    description: 'Kind of booking: `collection`, `payout_reserved`, `refund_reserved`...',
  }),
  amount: Type.Number({
    description: 'Major unit: above zero when the balance grows, below zero when it shrinks.',
  }),
  payment_id: Nullable,
  payout_id: Nullable,
  refund_id: Nullable,
  created_at: Type.String(),
});

/** The movements of a merchant's balance in one currency. */
export const Statement = Type.Object({
  currency: Type.String(),
  opening: Type.Number({ description: 'Major unit: balance at the beginning of the period.' }),
  closing: Type.Number({ description: 'Major unit: balance at the end of the period.' }),
  totals: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer(), amount: Type.Number() })),
  ...Page(MovementObject, 'Cursor of the next page; null on the last page.').properties,
});

/** The currency of a statement, and the query string's parameters. */
interface StatementOf {
  readonly currency: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * Lists the movements of a merchant's balance in a period, newest first, with the balance before and after, all in
 * one snapshot. When a period is read for the first time after it has ended, it is closed, so that every later
 * reading shows the same.
 *
 * @throws AppError `forbidden`, `not_found` for an unknown currency, `invalid_fields`, `unavailable` while a
 * booking is stuck
 */
export async function showStatement(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  { currency, query }: StatementOf,
): Promise<Static<typeof Statement>> {
  requireScope(actor, 'balances:read');
  const key = keyOf(actor, currency);
  const {
    cursor,
    limit = limit_default,
    ...rest
  } = readQuery(query, {
    ...moments,
    cursor: (id) =>
      isId('ledger_transaction', id)
        ? undefined
        : problem('not_a_cursor', 'must be the next_cursor of an earlier page'),
  });
  const during = toPeriod(rest);
  if (during.until) await closePeriod(ctx, key, during.until);
  return atOneMoment(ctx, async (tx) => {
    const totals = await sumMovements(tx, key, during);
    const closing_minor = await balanceAt(tx, key, during.until);
    const moved_minor = totals.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
    const rows = await listMovements(tx, key, during, { before: cursor ?? null }, limit + 1);
    return {
      currency,
      opening: owed(currency, closing_minor - moved_minor),
      closing: owed(currency, closing_minor),
      totals: totals.map(({ kind, count, amount_minor }) => ({
        kind,
        count: Number(count),
        amount: owed(currency, amount_minor),
      })),
      ...cutPage(rows, limit, (row) => presentMovement(row, currency)),
    };
  });
}

const rows_at_once = 1000;

/**
 * Exports the statement as CSV, oldest first, with the balance after each movement, streamed. The first row has the
 * balance at the beginning of the period and the last row the balance at its end, or now if it has not ended, both without an amount. The first
 * balance and all amounts add up to the last, and a truncated file has no last row.
 *
 * @throws AppError `forbidden`, and the errors of {@link showStatement}
 */
export function exportStatement(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  { currency, query }: StatementOf,
): AsyncIterable<string> {
  requireScope(actor, 'balances:read');
  const key = keyOf(actor, currency);
  const { since, until } = toPeriod(readPeriod(query, moments));
  // Movements added meanwhile are not included. A period that has not ended cannot be closed, so it is cut off now:
  // otherwise its queries would see different moments.
  const now = ctx.clock.now();
  const end = until !== null && until < now ? until : now;
  return writeCsv(header, readAll(ctx, key, { since, until: since > end ? since : end }));
}

const header = [
  'id',
  'created_at',
  'kind',
  'currency',
  'amount',
  'balance',
  'payment_id',
  'payout_id',
  'refund_id',
];

async function* readAll(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: BalanceKey,
  during: { readonly since: Date; readonly until: Date },
): AsyncGenerator<readonly Cell[]> {
  const currency = asCurrency(key.currency);
  // The period is closed first, so that the separate queries below agree.
  await closePeriod(ctx, key, during.until);
  let balance_minor = await atOneMoment(ctx, (tx) => balanceAt(tx, key, during.since));
  yield balanceRow('opening_balance', during.since, currency, balance_minor);
  for (let after: string | null = null; ; ) {
    const rows: Movement[] = await atOneMoment(ctx, (tx) =>
      listMovements(tx, key, during, { after }, rows_at_once),
    );
    for (const { id, created_at, kind, amount_minor, payment_id, payout_id, refund_id } of rows) {
      balance_minor += amount_minor;
      const amount = majorText({ amount_minor: -amount_minor, currency });
      const balance = majorText({ amount_minor: -balance_minor, currency });
      yield [id, created_at, kind, currency, amount, balance, payment_id, payout_id, refund_id];
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < rows_at_once) break;
  }
  yield balanceRow('closing_balance', during.until, currency, balance_minor);
}

function balanceRow(kind: string, at: Date, currency: Currency, amount_minor: bigint): readonly Cell[] {
  const balance = majorText({ amount_minor: -amount_minor, currency });
  return [null, at, kind, currency, null, balance, null, null, null];
}

function keyOf(actor: StaffActor, currency: string): BalanceKey {
  if (!isCurrency(currency)) throw new AppError('not_found');
  const { merchant_id, mode } = actor;
  return { merchant_id, mode, currency, account: accounts.merchantBalance };
}

function toPeriod({ since, until }: Static<typeof PeriodQuery>): Period {
  return { since: new Date(since), until: until === undefined ? null : new Date(until) };
}

/** Computes the account's balance at a given time: its current balance minus the movements since then. */
async function balanceAt(tx: Connection, key: BalanceKey, at: Date | null): Promise<bigint> {
  const now_minor = await sumAccount(tx, key);
  if (at === null) return now_minor;
  const since = await sumMovements(tx, key, { since: at, until: null });
  return since.reduce((rest, { amount_minor }) => rest - amount_minor, now_minor);
}

function atOneMoment<T>({ db }: Pick<Context, 'db'>, work: (tx: Connection) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/** Converts credits, which the books hold as negative amounts, to a positive amount in major units. */
function owed(currency: string, amount_minor: bigint): number {
  return majorNumber({ amount_minor: -amount_minor, currency: asCurrency(currency) });
}

function presentMovement(movement: Movement, currency: string): Static<typeof MovementObject> {
  const { id, kind, amount_minor, payment_id, payout_id, refund_id, created_at } = movement;
  const amount = owed(currency, amount_minor);
  return { id, kind, amount, payment_id, payout_id, refund_id, created_at: timestampText(created_at) };
}
