import { makeId, makeToken } from '@guichet/kernel/ids';
import { checkPin, type PinCheck } from '../../accounts/cashiers/check-pin.ts';
import { lockCashier } from '../../accounts/cashiers/queries.ts';
import { hashOfToken } from '../../accounts/tills/pair.ts';
import { lockTill } from '../../accounts/tills/queries.ts';
import type { TillActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { findOpenShift, insertShift, type NamedShift, updateShift } from './queries.ts';

/** The result of signing in: expected, each of them. */
export type SignIn =
  | { readonly kind: 'signed_in'; readonly token: string }
  /** Another cashier's shift is open at this till. */
  | { readonly kind: 'other_shift'; readonly shift: NamedShift }
  | Exclude<PinCheck, { kind: 'correct' }>;

/** The form with which a cashier signs in. */
export interface SignInForm {
  readonly cashier_id: string;
  readonly pin: string;
  /** The id of another cashier's shift that may be closed. */
  readonly closes?: string | undefined;
}

/**
 * Signs a cashier in at a till: opens a shift, or goes on with the cashier's open one. Whoever was signed in at the
 * till before is signed out.
 *
 * @throws AppError `forbidden`, `recovering`
 */
export async function signIn(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: TillActor,
  form: SignInForm,
): Promise<SignIn> {
  requireScope(actor, 'till:open');
  await requireOpen(ctx.db);
  const check = await checkPin(ctx, actor, form);
  if (check.kind !== 'correct') return check;
  const { merchant_id, mode, till_id } = actor;
  const token = makeToken();
  const now = ctx.clock.now();
  const signed = { token_hash: hashOfToken(token), used_at: now };
  return ctx.db.transaction().execute(async (tx): Promise<SignIn> => {
    // Two cashiers who sign in at the same time do so one after the other.
    const till = await lockTill(tx, { merchant_id, id: till_id });
    // Disconnected or removed in the meantime.
    if (till?.status !== 'paired') return { kind: 'gone' };
    // Removed, or given another PIN, while this process stood still after it had compared the PIN.
    const cashier = await lockCashier(tx, check.cashier);
    if (cashier?.status !== 'active' || cashier.pin_hash !== check.cashier.pin_hash) return { kind: 'gone' };
    const open = await findOpenShift(tx, actor);
    if (open && open.cashier_id === check.cashier.id) {
      await updateShift(tx, open, signed);
      return { kind: 'signed_in', token };
    }
    if (open && open.id !== form.closes) return { kind: 'other_shift', shift: open };
    if (open) await updateShift(tx, open, { token_hash: null, closed_at: now });
    await insertShift(tx, {
      ...{ merchant_id, id: makeId('shift'), mode, till_id, cashier_id: check.cashier.id },
      ...signed,
      ...{ opened_at: now, closed_at: null },
    });
    return { kind: 'signed_in', token };
  });
}
