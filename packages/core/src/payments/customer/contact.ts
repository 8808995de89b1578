import type { Mode } from '../../platform/database/columns.ts';

/** What a payment says of who pays it. */
export interface Contact {
  readonly merchant_id: string;
  readonly mode: Mode;
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** A contact that is somebody: it has a number or an address. */
export function isSomebody({ phone, email }: Pick<Contact, 'phone' | 'email'>): boolean {
  return phone !== null || email !== null;
}
