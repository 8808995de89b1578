import type { Mode } from '../../platform/database/columns.ts';

/** The details of a payer in a payment. */
export interface Contact {
  readonly merchant_id: string;
  readonly mode: Mode;
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** Whether a contact has a number or an address. */
export function isSomebody({ phone, email }: Pick<Contact, 'phone' | 'email'>): boolean {
  return phone !== null || email !== null;
}
