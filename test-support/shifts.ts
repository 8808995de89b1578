import { createCashier, createTill } from '@guichet/core/accounts';
import { makeGroupedInsert } from '@guichet/core/payments';
import type { CashierActor, Context, Mode, TillActor } from '@guichet/core/platform';
import { findSignedIn, findTill, makeTakePayment, pairTill, signIn } from '@guichet/core/serving';
import { commandOf, visitor } from './actors.ts';

let names = 0;

/** A paired device, with the code that paired it and its token. */
export interface PairedDevice {
  readonly actor: TillActor;
  readonly id: string;
  readonly code: string;
  readonly token: string;
}

/** Pairs a device with the code of a till. @throws Error if the code is refused */
export async function pairDevice(ctx: Context, code: string): Promise<PairedDevice> {
  const token = (await pairTill(ctx, visitor, code)) ?? '';
  const found = await findTill(ctx, visitor, token);
  if (!found) throw new Error('the code was refused');
  return { actor: found.actor, id: found.till.id, code, token };
}

/** Creates a till of a merchant, and pairs a device with it. */
export async function makeTill(
  ctx: Context,
  { merchant_id, mode = 'test' }: { readonly merchant_id: string; readonly mode?: Mode },
  name = `Till ${++names}`,
): Promise<PairedDevice> {
  const body = { name, currency: 'XOF', language: 'fr' };
  const { code } = await createTill(ctx, commandOf(merchant_id, mode), body);
  return pairDevice(ctx, code);
}

/** A cashier with their PIN. */
export interface CashierBadge {
  readonly id: string;
  readonly pin: string;
}

/** Adds a cashier of a merchant. */
export async function makeCashier(
  ctx: Context,
  merchant_id: string,
  name = `Cashier ${++names}`,
): Promise<CashierBadge> {
  const { cashier, pin } = await createCashier(ctx, commandOf(merchant_id), { name });
  return { id: cashier.id, pin };
}

/** Signs a cashier in at a till. @throws Error if the till refuses them */
export async function enterShift(
  ctx: Context,
  till: TillActor,
  { id: cashier_id, pin }: CashierBadge,
): Promise<{ readonly actor: CashierActor; readonly token: string }> {
  const signed = await signIn(ctx, till, { cashier_id, pin });
  if (signed.kind !== 'signed_in') throw new Error(`the till answered ${signed.kind}`);
  const found = await findSignedIn(ctx, till, signed.token);
  if (!found) throw new Error('nobody is signed in');
  return { actor: found.actor, token: signed.token };
}

/** Asks for an amount at a till. @returns the payment's id */
export async function takePayment(ctx: Context, cashier: CashierActor, amount: string): Promise<string> {
  const take = makeTakePayment(ctx, makeGroupedInsert(ctx));
  const taken = await take(cashier, 'XOF', { amount, note: '', form: `form ${++names}` });
  if (taken.kind !== 'taken') throw new Error(taken.kind);
  return taken.payment_id;
}
