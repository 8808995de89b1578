import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { Payment } from '../queries.ts';
import type { Contact } from './contact.ts';
import { newCustomer } from './draft-newcomers.ts';
import { findByPhone, findOrInsertByPhone } from './queries.ts';

/**
 * Finds or creates the customer of the number that a payer entered on the page, in the caller's transaction.
 * Nothing is merged or completed: anyone with the link can enter any number, so it proves nothing yet.
 *
 * @returns the customer's id
 */
export async function attachPayer(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  payer: Contact & { readonly phone: string },
): Promise<string> {
  const id = await findOrInsertByPhone(tx, newCustomer(payer, ctx.clock.now()));
  if (id !== undefined) return id;
  // Another transaction inserted the customer first. It can be gone again only if it was erased meanwhile.
  const winner = await findByPhone(tx, payer);
  return winner?.id ?? attachPayer(ctx, tx, payer);
}

/**
 * Returns the payer as a contact with the number that was entered. The payment's e-mail address may be someone
 * else's.
 */
export function payerOf(payment: PayerFacts, phone: string): Contact & { readonly phone: string } {
  const { merchant_id, mode, customer_first_name, customer_last_name } = payment;
  return {
    merchant_id,
    mode,
    phone,
    email: null,
    first_name: customer_first_name,
    last_name: customer_last_name,
  };
}

type PayerFacts = Pick<Payment, 'merchant_id' | 'mode' | 'customer_first_name' | 'customer_last_name'>;
