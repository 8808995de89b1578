import { timingSafeEqual } from 'node:crypto';
import { hashOfToken } from '../../accounts/tills/pair.ts';
import type { CashierActor, TillActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findOpenShift, type NamedShift, updateShift } from './queries.ts';

/** After this time without a request of the cashier, the till asks for the PIN again. */
const idle_max_ms = 30 * 60_000;
/** The time of use is not written with every request. */
const noted_every_ms = 60_000;

/** A signed-in cashier, and their shift. */
export interface FoundCashier {
  readonly actor: CashierActor;
  readonly shift: NamedShift;
}

/**
 * Finds the cashier who is signed in at a till.
 *
 * @param token of the sign-in; undefined without one
 * @param is_used false for requests that the page makes by itself: they do not keep a cashier signed in
 * @throws AppError `forbidden`
 */
export async function findSignedIn(
  ctx: Pick<Context, 'db' | 'clock'>,
  till: TillActor,
  token: string | undefined,
  { is_used = true }: { readonly is_used?: boolean } = {},
): Promise<FoundCashier | undefined> {
  requireScope(till, 'till:open');
  const shift = token === undefined ? undefined : await findOpenShift(ctx.db, till);
  if (token === undefined || !shift?.token_hash || shift.cashier_status !== 'active') return undefined;
  if (!timingSafeEqual(shift.token_hash, hashOfToken(token))) return undefined;
  const now = ctx.clock.now();
  const idle_ms = now.getTime() - shift.used_at.getTime();
  if (idle_ms > idle_max_ms) return undefined;
  // Also if the clock was set back: otherwise the till would stay open until the clock catches up.
  if (is_used && Math.abs(idle_ms) > noted_every_ms) await updateShift(ctx.db, shift, { used_at: now });
  const { merchant_id, mode, till_id } = till;
  const { cashier_id, id: shift_id } = shift;
  return { shift, actor: { kind: 'cashier', merchant_id, mode, till_id, cashier_id, shift_id } };
}
