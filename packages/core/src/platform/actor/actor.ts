import type { Mode } from '../database/columns.ts';
import type { Role } from './roles.ts';

/** A signed-in person and the one merchant that this sign-in belongs to. */
export interface Person {
  readonly user_id: string;
  readonly merchant_id: string;
  readonly name: string;
  readonly email: string;
  /** The IP address of the request. */
  readonly address: string;
  readonly request_id: string;
}

/**
 * A member of a merchant's staff acting in one mode. Every verb of the dashboard takes an actor, requires its
 * scope first, and reads merchant and mode from it alone.
 */
export interface Actor extends Person {
  readonly kind: 'staff';
  readonly role: Role;
  readonly mode: Mode;
}
