import { parsePhone } from '@guichet/kernel/phone';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { claimInGroup } from '../../platform/groups/for-many.ts';
import type { Payment } from '../queries.ts';
import { attachPayer, payerOf } from './attach-payer.ts';
import { mergeInto } from './merge.ts';
import { type Customer, emailKey, findCustomer, giveNumber, lockByPhoneAndEmail } from './queries.ts';

type PaidPayment = Pick<
  Payment,
  'merchant_id' | 'mode' | 'customer_id' | 'customer_email' | 'customer_first_name' | 'customer_last_name'
>;

/**
 * Finds the customer of a payment for which the merchant gave no number, once a number has paid: the customer of
 * that number. A customer known only by an e-mail address is the same person: it gets the number if no customer has
 * it; otherwise it is merged into the number's customer, together with its payments. The two customers stay
 * separate if the one with the number has a different address, if the one with the address has a different number,
 * or if the payer gave a different address.
 *
 * Runs in the caller's transaction, which has locked the payment. Entering a number proves nothing, so this runs
 * only once the money has arrived.
 *
 * @param phone E.164, of the number that paid
 * @returns the customer's id
 */
export async function settlePayer(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  payment: PaidPayment,
  phone: string,
): Promise<string> {
  const { merchant_id, mode, customer_id: id } = payment;
  const named = id === null ? undefined : await findCustomer(tx, { merchant_id, mode, id });
  if (named?.phone === phone) return named.id;
  if (named?.phone === null && named.email !== null && isSameAddress(named.email, payment.customer_email)) {
    const merged = await mergePayer(ctx, tx, { merchant_id, mode, phone, email: named.email });
    if (merged !== undefined) return merged;
  }
  return attachPayer(ctx, tx, payerOf(payment, phone));
}

/** @returns undefined when the address no longer has a customer of its own, and the number has none yet */
async function mergePayer(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  contact: Pick<Customer, 'merchant_id' | 'mode'> & { readonly phone: string; readonly email: string },
): Promise<string | undefined> {
  const owner = `${contact.merchant_id} ${contact.mode}`;
  claimInGroup(tx, `${owner} email ${emailKey(contact.email)}`);
  claimInGroup(tx, `${owner} phone ${contact.phone}`);
  const found = await lockByPhoneAndEmail(tx, contact);
  const of_number = found.find(({ phone }) => phone !== null);
  const of_address = found.find(({ phone }) => phone === null);
  if (of_number) {
    const isOne = of_number.email === null || isSameAddress(of_number.email, contact.email);
    if (of_address && isOne) await mergeInto(ctx, tx, of_number, of_address);
    return of_number.id;
  }
  if (!of_address) return undefined;
  const { phone } = contact;
  if (await giveNumber(tx, of_address, { phone, country: parsePhone(phone)?.country ?? null }))
    return of_address.id;
  // Another transaction was faster: the number now has a customer, which is never merged away, so this recurs only
  // once.
  return mergePayer(ctx, tx, contact);
}

function isSameAddress(one: string, other: string | null): boolean {
  return other !== null && emailKey(one) === emailKey(other);
}
