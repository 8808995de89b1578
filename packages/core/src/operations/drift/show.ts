import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import Type, { type Static } from 'typebox';
import type { CommandActor, StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { compareAccount } from './compare.ts';
import { type ListedDrift, listComparable, listDrifts } from './queries.ts';
import { comparableConnectors } from './round.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);
const Moment = Type.String({ description: 'ISO 8601 with numeric offset.' });
const Amount = (description: string) => Type.Number({ description: `Major unit: ${description}` });

/** The books of an account with a provider in one currency, next to the balance that the provider reports. */
export const HoldingObject = Type.Object({
  account_id: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  booked: Amount('the booked amount.'),
  reported: Amount('the balance that the provider reports.'),
  coming: Amount('money in flight that the provider may hold beyond the booked amount.'),
  going: Amount('money in flight that the provider may lack of the booked amount.'),
  drift: Amount('the difference that no money in flight explains; positive if the provider holds more.'),
  since: Type.Union([Type.String(), Type.Null()], { description: 'When the drift was first seen.' }),
  grown_at: Type.Union([Type.String(), Type.Null()], { description: 'When the drift last grew.' }),
  compared_at: Moment,
  problem: Type.Union(Nullable.anyOf, {
    description: 'Why the provider did not report its balance when last asked; null if it did.',
  }),
});
export type HoldingObject = Static<typeof HoldingObject>;

export const HoldingList = Type.Object({ items: Type.Array(HoldingObject) });

/**
 * Lists the last comparisons of a merchant's accounts with providers, oldest account first; none in test mode,
 * where the sandbox holds the money.
 *
 * @throws AppError `forbidden`
 */
export async function listHoldings(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
): Promise<Static<typeof HoldingList>> {
  requireScope(actor, 'balances:read');
  if (actor.mode === 'test') return { items: [] };
  return { items: (await listDrifts(ctx.db, actor.merchant_id)).map(present) };
}

/** Compares every account of every merchant now. */
export async function compareAllAccounts(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'secrets' | 'accounts'>,
  actor: CommandActor,
): Promise<{
  ok: boolean;
  holdings: (HoldingObject & { merchant_id: string })[];
  not_asked: { merchant_id: string; account_id: string; problem: string }[];
}> {
  requireScope(actor, 'installation:read');
  const not_asked: { merchant_id: string; account_id: string; problem: string }[] = [];
  for (const key of await listComparable(ctx.db, comparableConnectors(ctx))) {
    const { problem, missing } = await compareAccount(ctx, key);
    if (problem !== null) not_asked.push({ ...key, problem });
    for (const currency of missing) {
      not_asked.push({ ...key, problem: `the provider no longer reports a balance in ${currency}` });
    }
  }
  const rows = await listDrifts(ctx.db, null);
  return {
    ok: not_asked.length === 0 && rows.every(({ drift_minor }) => drift_minor === 0n),
    holdings: rows.map((row) => ({ merchant_id: row.merchant_id, ...present(row) })),
    not_asked,
  };
}

function present(row: ListedDrift): HoldingObject {
  const { account_id, name, currency, since, grown_at, problem } = row;
  const major = (amount_minor: bigint): number =>
    majorNumber({ amount_minor, currency: asCurrency(currency) });
  return {
    ...{ account_id, name, currency, problem },
    booked: major(row.booked_minor),
    reported: major(row.reported_minor),
    coming: major(row.coming_minor),
    going: major(row.going_minor),
    drift: major(row.drift_minor),
    since: since === null ? null : timestampText(since),
    grown_at: grown_at === null ? null : timestampText(grown_at),
    compared_at: timestampText(row.compared_at),
  };
}
