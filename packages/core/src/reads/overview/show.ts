import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { makeReadQuery } from '@guichet/kernel/query';
import { findOperator } from '@guichet/operators/catalogue';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { currencyProblem } from '../../platform/input/rules.ts';
import { type DayFigures, listDays } from './queries.ts';
import { type OverviewObject, OverviewQuery } from './schemas.ts';

const read = makeReadQuery(OverviewQuery);
const day_ms = 24 * 60 * 60 * 1000;

/**
 * Gets the volume, success rate, fees and time to pay, by day and by operator, with the previous period for
 * comparison. It reads daily figures, so the number of payments does not matter; the figures are updated within
 * seconds.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function showOverview(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): Promise<OverviewObject> {
  requireScope(actor, 'payments:read');
  const { days: length = '30', currency: wanted } = read(query, { currency: currencyProblem });
  const days = Number(length);
  const today_ms = ctx.clock.now().getTime();
  const dayBefore = (count: number) => new Date(today_ms - count * day_ms).toISOString().slice(0, 10);
  const rows = await listDays(ctx.db, actor, { from: dayBefore(2 * days - 1), until: dayBefore(0) });
  const currencies = byVolume(rows);
  const currency = wanted ?? currencies[0] ?? null;
  const own = rows.filter((row) => row.currency === currency);
  const first = dayBefore(days - 1);
  const recent = own.filter(({ day }) => day >= first);
  const operators = [...new Set(recent.map(({ operator }) => operator))];
  return {
    currencies,
    currency,
    total: sum(recent, currency),
    before: sum(
      own.filter(({ day }) => day < first),
      currency,
    ),
    days: Array.from({ length: days }, (_, index) => dayBefore(days - 1 - index)).map((day) => ({
      day,
      ...sum(
        recent.filter((row) => row.day === day),
        currency,
      ),
    })),
    operators: operators
      .map((operator) => ({
        ...{ operator, name: findOperator(operator)?.name ?? operator },
        ...sum(
          recent.filter((row) => row.operator === operator),
          currency,
        ),
      }))
      .sort((left, right) => right.amount - left.amount),
  };
}

/** Lists the currencies by their number of payments, because amounts of different currencies cannot be compared. */
function byVolume(rows: readonly DayFigures[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency, paid, refused } of rows) {
    counts.set(currency, (counts.get(currency) ?? 0) + paid + refused);
  }
  return [...counts].sort(([, left], [, right]) => right - left).map(([currency]) => currency);
}

function sum(rows: readonly DayFigures[], currency: string | null): OverviewObject['total'] {
  const paid = rows.reduce((total, row) => total + row.paid, 0);
  const refused = rows.reduce((total, row) => total + row.refused, 0);
  const waited_ms = rows.reduce((total, row) => total + row.waited_ms, 0n);
  const money = (amount_minor: bigint) =>
    currency === null ? 0 : majorNumber({ amount_minor, currency: asCurrency(currency) });
  return {
    amount: money(rows.reduce((total, row) => total + row.amount_minor, 0n)),
    fee: money(rows.reduce((total, row) => total + row.fee_minor, 0n)),
    ...{ paid, refused },
    success_rate: paid + refused === 0 ? null : paid / (paid + refused),
    average_s: paid === 0 ? null : Number(waited_ms) / paid / 1000,
  };
}
