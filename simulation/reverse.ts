import { resolvePayment, resolvePayout } from '@guichet/core/operations';
import type { Context } from '@guichet/core/platform';
import { AppError } from '@guichet/kernel/errors';
import type { Transaction } from '@guichet/simulators/contract';
import { approveHeld } from './approve-held.ts';
import type { TurnAction } from './draw-turns.ts';
import type { Action } from './plan.ts';
import type { ProviderSide } from './provider-side.ts';
import { type Row, readRows } from './rows.ts';
import type { Stage } from './stage.ts';
import { isReversed, matchAll } from './verify.ts';

/**
 * Reverses a success at a provider. If the provider cannot report the reversal to the service, a person
 * records it.
 */
export async function reverse(
  ctx: Context,
  stage: Stage,
  { provider, nth }: Extract<Action, { kind: 'reverse' }>,
): Promise<void> {
  const side = stage.sides[provider];
  const paid = side?.simulator
    .transactions()
    .filter((one) => one.status === 'success' && !isReversed(stage, one));
  const one = paid?.[nth % paid.length];
  if (!side || !one) return sayReversed(ctx, stage);
  await takeBack(ctx, stage, side, one);
}

/** Reverses a success of the given kind, which `reverse` rarely chooses. */
export async function turn(ctx: Context, stage: Stage, { of }: TurnAction): Promise<void> {
  const rows = await readRows(ctx.pool, stage.caller.merchant_id);
  const paid = matchAll(stage, stage.sides, rows).pairs.filter(
    ({ row, truth, is_reversed }) => row.status === 'success' && truth?.status === 'success' && !is_reversed,
  );
  const twice = new Set(paid.filter(({ row }) => row.duplicate).map(({ row }) => row.payment_id));
  const found = paid.find(({ row }) =>
    of === 'payout'
      ? row.direction === 'payout'
      : row.direction === 'collect' &&
        twice.has(row.payment_id) &&
        row.duplicate === (of === 'second of two'),
  );
  const side = found && stage.sides[stage.account_ids.indexOf(found.row.account_id ?? '')];
  if (!side || !found.truth) return sayReversed(ctx, stage);
  stage.count(`taken back: ${of}`);
  await takeBack(ctx, stage, side, found.truth);
}

async function takeBack(ctx: Context, stage: Stage, side: ProviderSide, one: Transaction): Promise<void> {
  if (side.simulator.reverse?.(one.reference)) stage.count(`reversed: ${one.direction}`);
  else {
    const { row } = await pairOf(ctx, stage, one.reference);
    // A person can record a reversal only for a success that the service has booked.
    if (row?.status !== 'success' && row?.status !== 'held') return;
    stage.taken_back.add(one.reference);
    stage.count(`reversed, as a person says: ${one.direction}`);
    await sayReversed(ctx, stage);
  }
}

async function pairOf(ctx: Context, stage: Stage, reference: string) {
  const rows = await readRows(ctx.pool, stage.caller.merchant_id);
  const pair = matchAll(stage, stage.sides, rows).pairs.find(({ truth }) => truth?.reference === reference);
  return { row: pair?.row };
}

/** Records, as a person, the reversals that providers did not report to the service. */
async function sayReversed(ctx: Context, stage: Stage): Promise<void> {
  const rows = await readRows(ctx.pool, stage.caller.merchant_id);
  for (const { row, truth } of matchAll(stage, stage.sides, rows).pairs) {
    if (truth === undefined || !stage.taken_back.has(truth.reference)) continue;
    if (row.status === 'success' || row.status === 'held') await say(ctx, stage, row);
  }
  await approveHeld(ctx, stage);
}

/** Records, as a person, that the money of a row was reversed. */
export async function say(ctx: Context, stage: Stage, { id, payment_id }: Row): Promise<void> {
  const body = { verdict: 'reversed', note: 'Rang the operator', proof: 'Statement' };
  const [person] = stage.persons;
  try {
    if (payment_id === null) await resolvePayout(ctx, person, { id, body });
    else await resolvePayment(ctx, person, { id: payment_id, body: { ...body, object_id: id } });
    stage.count('resolution: reversed');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    stage.count(`resolution: reversed refused: ${error.code}`);
  }
}
