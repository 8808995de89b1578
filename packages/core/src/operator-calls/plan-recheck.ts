import type { FailureReason } from '@guichet/kernel/outcome';
import type { Direction } from '@guichet/operators/contract';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import { key_lifetime_ms } from '../platform/idempotency/run-idempotently.ts';
import { addJob, isJobWaiting } from '../platform/jobs/queries.ts';
import { wasRecovering } from '../platform/recovery/queries.ts';

/** The kinds of objects that are rechecked. */
export type Rechecked = 'attempt' | 'payout' | 'refund';

/** The payload of a recheck's job. */
export interface Recheck {
  readonly merchant_id: string;
  readonly kind: Rechecked;
  readonly id: string;
  /** Number of earlier rechecks. */
  readonly round: number;
  /** Whether a callback that proves nothing caused it. */
  readonly is_hint?: boolean;
}

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;

/**
 * Waits before each recheck of a refusal. Operators sometimes reverse refusals, and then money has
 * moved: their callback reports it, but callbacks get lost.
 */
const recheck_waits_ms: readonly number[] = [10 * minute_ms, 2 * hour_ms, 24 * hour_ms];

/**
 * Schedules a recheck of a refusal in the caller's transaction. There is none if the operator is the sandbox, whose
 * callbacks are never lost, or if the request certainly reached nobody.
 *
 * The second exception does not apply for some time after a recovery, as long as callers may repeat their keys: a
 * request with the same reference may have been sent earlier, for a row that was then lost.
 *
 * @param said the outcome, and whether the request certainly reached nobody
 * @returns whether another recheck will follow
 */
export async function planRecheck(
  tx: Connection,
  look: Recheck,
  subject: { readonly account_id: string | null },
  said: { readonly reached_customer?: false; readonly reason?: FailureReason },
  now: Date,
): Promise<boolean> {
  const wait_ms = recheck_waits_ms[look.round];
  if (wait_ms === undefined || subject.account_id === null) return false;
  const isUnsent = said.reached_customer === false;
  if (isUnsent && !(await wasRecovering(tx, new Date(now.getTime() - key_lifetime_ms)))) return false;
  await addRecheck(tx, look, new Date(now.getTime() + wait_ms));
  return true;
}

/** Waits before each recheck of a success; the last wait repeats. */
const success_waits_ms: readonly number[] = [hour_ms, 5 * hour_ms, 18 * hour_ms, 24 * hour_ms];

/** A success whose provider may be able to reverse it. */
export interface Success {
  readonly account_id: string | null;
  readonly connector: string;
  readonly direction: Direction;
  readonly succeeded_at: Date;
}

/**
 * Schedules a recheck of a success in the caller's transaction, if its provider may still reverse it
 * (`Provider.reversible_for_h`). The last one is made when that period ends. The sandbox reports its
 * reversals by callbacks that are never lost.
 *
 * @returns whether another recheck will follow
 */
export async function planSuccessRecheck(
  { accounts }: Pick<Context, 'accounts'>,
  tx: Connection,
  look: Recheck,
  { account_id, connector, direction, succeeded_at }: Success,
  now: Date,
): Promise<boolean> {
  if (account_id === null) return false;
  const provider = accounts.providers.find(({ id }) => id === connector);
  const reversible_for_h = provider?.reversible_for_h?.[direction];
  if (reversible_for_h === undefined) return false;
  const final_ms = succeeded_at.getTime() + reversible_for_h * hour_ms;
  if (now.getTime() >= final_ms) return false;
  const wait_ms = success_waits_ms[look.round] ?? success_waits_ms.at(-1) ?? hour_ms;
  await addRecheck(tx, look, new Date(Math.min(now.getTime() + wait_ms, final_ms)));
  return true;
}

/** The delay of an immediate recheck: an inquiry less than a second after another one is not made. */
const at_once_ms = 1_500;

/**
 * Schedules an immediate recheck, in the caller's transaction: the operator has since contradicted the recorded
 * status.
 */
export async function recheckAtOnce(
  tx: Connection,
  look: Pick<Recheck, 'merchant_id' | 'kind' | 'id'>,
  now: Date,
): Promise<void> {
  await addRecheck(tx, { ...look, round: 0 }, new Date(now.getTime() + at_once_ms));
}

/**
 * Schedules one inquiry because of a hint. It is made whether the object is open by then or has ended; the refusal
 * with which it may end meanwhile schedules its own rechecks and does not replace this one.
 */
export async function recheckForHint(
  db: Connection,
  look: Pick<Recheck, 'merchant_id' | 'kind' | 'id'>,
  run_at: Date,
): Promise<void> {
  await addRecheck(db, { ...look, round: 0, is_hint: true }, run_at);
}

/** Longer than an inquiry takes. */
const under_way_ms = 10_000;

/** Schedules the same recheck again: another inquiry was in progress, or was made a moment ago. */
export async function recheckAgain(db: Connection, look: Recheck, now: Date): Promise<void> {
  // The inquiry in progress may have planned the next recheck itself.
  if (await isJobWaiting(db, keyOf(look))) return;
  await addRecheck(db, look, new Date(now.getTime() + under_way_ms));
}

/** Whether an immediate recheck is scheduled, which a later one must not replace. */
export function isRecheckSoon(db: Connection, { id }: Pick<Recheck, 'id'>, now: Date): Promise<boolean> {
  return isJobWaiting(db, keyOf({ id }), new Date(now.getTime() + at_once_ms));
}

const keyOf = ({ id, is_hint = false }: Pick<Recheck, 'id' | 'is_hint'>): string =>
  `${is_hint ? 'hint' : 'second_look'}:${id}`;

/**
 * Each object has one recheck at a time, besides the one because of a hint: a new time replaces the old one.
 */
async function addRecheck(tx: Connection, look: Recheck, run_at?: Date): Promise<void> {
  await addJob(tx, {
    task: 'second_look',
    payload: look,
    ...(run_at && { run_at }),
    key: keyOf(look),
  });
}
