import type { Connection } from '../platform/database/connect.ts';
import { getPayment } from './queries.ts';

/** Returns the payer's names as the merchant gave them; they are removed from stored operator responses. */
export async function payerNamesOf(
  db: Connection,
  { merchant_id, payment_id }: { readonly merchant_id: string; readonly payment_id: string },
): Promise<readonly (string | null)[]> {
  const { customer_first_name, customer_last_name } = await getPayment(db, merchant_id, payment_id);
  return [customer_first_name, customer_last_name];
}
