import { isId } from '@guichet/kernel/ids';
import type { TillActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { isPin } from './pin.ts';
import { type Cashier, countPinAttempt, findCashier, updateCashier } from './queries.ts';

/** Wrong PINs in a row, after which only a new PIN helps: guessing one of a million succeeds once in 100,000 times. */
const failures_max = 10;
/** From this number of wrong PINs, each further one is possible only after a pause. */
const patient_from = 5;
const pause_ms = 60_000;

/** The result of a PIN: expected, each of them. */
export type PinCheck =
  | { readonly kind: 'correct'; readonly cashier: Cashier }
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'pause'; readonly wait_s: number }
  /** Too many wrong PINs: the merchant has to give the cashier a new one. */
  | { readonly kind: 'locked' }
  /** The merchant has removed the cashier, or disconnected the till. */
  | { readonly kind: 'gone' };

/**
 * Checks the PIN of a cashier at a till.
 *
 * @throws AppError `forbidden`
 */
export async function checkPin(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: TillActor,
  { cashier_id: id, pin }: { readonly cashier_id: string; readonly pin: string },
): Promise<PinCheck> {
  requireScope(actor, 'till:open');
  if (!isId('cashier', id)) return { kind: 'gone' };
  const key = { merchant_id: actor.merchant_id, id };
  const now = ctx.clock.now();
  const failed_before = new Date(now.getTime() - pause_ms);
  const failed_after = new Date(now.getTime() + pause_ms);
  const cashier = await countPinAttempt(ctx.db, key, now, {
    ...{ failures_max, patient_from, failed_before, failed_after },
  });
  if (!cashier) return explain(await findCashier(ctx.db, key), now);
  if (await isPin(pin, cashier.pin_hash)) {
    await updateCashier(ctx.db, key, { failures: 0, failed_at: null });
    return { kind: 'correct', cashier };
  }
  const left = failures_max - cashier.failures;
  return left === 0 ? { kind: 'locked' } : { kind: 'wrong', left };
}

function explain(cashier: Cashier | undefined, now: Date): PinCheck {
  if (cashier?.status !== 'active') return { kind: 'gone' };
  if (cashier.failures >= failures_max) return { kind: 'locked' };
  const since_ms = now.getTime() - (cashier.failed_at?.getTime() ?? 0);
  // If the clock was set back, the last failure is in the future.
  return {
    kind: 'pause',
    wait_s: Math.ceil(Math.min(pause_ms, Math.max(1_000, pause_ms - since_ms)) / 1000),
  };
}

/** Whether only a new PIN lets a cashier sign in again. */
export function isLocked({ failures }: Pick<Cashier, 'failures'>): boolean {
  return failures >= failures_max;
}
