import type { Mode } from '../database/columns.ts';
import type { Role } from './roles.ts';

/** A person who is signed in, and the one merchant whose sign-in that is. */
export interface Person {
  readonly user_id: string;
  readonly merchant_id: string;
  readonly name: string;
  readonly email: string;
  /** From where they ask. */
  readonly address: string;
  readonly request_id: string;
}

/**
 * A member of a merchant's staff who does something in one mode. Every verb of the dashboard takes one, asks for its
 * scope first, and knows merchant and mode from it alone.
 */
export interface Actor extends Person {
  readonly kind: 'staff';
  readonly role: Role;
  readonly mode: Mode;
}
