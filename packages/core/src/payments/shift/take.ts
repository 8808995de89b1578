import { createHash } from 'node:crypto';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import type { CashierActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { type AmountProblem, anyAmount, readAmount } from '../link/amount.ts';
import { referenceOf } from '../reference.ts';
import type { InsertCheckout } from '../session/insert-in-groups.ts';
import { makeCheckoutRow } from '../session/make-row.ts';

const note_length_max = 80;

/** The form of the keypad, as submitted. */
export interface TakeForm {
  readonly amount: string;
  readonly note: string;
  /** Random text of this copy of the page: the same form submitted twice creates one payment. */
  readonly form: string;
}

/** The result of the keypad: expected, each of them. */
export type Taking =
  | { readonly kind: 'taken'; readonly payment_id: string }
  | { readonly kind: 'incorrect'; readonly amount: AmountProblem };

/**
 * Makes the verb with which a cashier asks for an amount: creates a payment with its checkout session.
 *
 * @param insert inserts a checkout; several calls may share a transaction
 * @throws AppError `forbidden`, `recovering`, from the returned function
 */
export function makeTakePayment(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens' | 'public_url'>,
  insert: InsertCheckout,
): (actor: CashierActor, currency: string, form: TakeForm) => Promise<Taking> {
  return async (actor, currency, form) => {
    requireScope(actor, 'counter:take');
    const read = readAmount(form.amount, anyAmount(currency));
    if ('problem' in read) return { kind: 'incorrect', amount: read.problem };
    await requireOpen(ctx.db);
    const note = readNote(form.note);
    const request_hash = createHash('sha256')
      .update(JSON.stringify([actor.shift_id, form.form, String(read.money.amount_minor), note]))
      .digest();
    const once = { key: `shift:${request_hash.toString('base64url')}`, request_hash };
    const row = makeCheckoutRow(ctx, actor, once, {
      amount: majorNumber(read.money),
      currency: asCurrency(currency),
      ...(note !== '' && { description: note }),
      customer: {},
      return_url: '',
      shift_id: actor.shift_id,
    });
    const return_url = `${ctx.public_url}/r/${referenceOf(row.payment_id)}`;
    const { value } = await insert({
      row: { ...row, return_url },
      present: () => ({ payment_id: row.payment_id }),
    });
    return { kind: 'taken', payment_id: (value as { readonly payment_id: string }).payment_id };
  };
}

/** Returns a note in one line that can be stored and shown. */
function readNote(text: string): string {
  return text
    .slice(0, 4 * note_length_max)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, note_length_max)
    .toWellFormed();
}
