import type { Caller } from '@guichet/core/accounts';
import {
  type CommandActor,
  type CustomerActor,
  type KeyActor,
  key_scopes,
  type MerchantCommand,
  type Mode,
  type PersonActor,
  type Role,
  type StaffActor,
  type VisitorActor,
} from '@guichet/core/platform';

/** The command line, as the user of a machine calls it. */
export const command: CommandActor = { kind: 'command', name: 'tests' };

/** The command line for one merchant, in test mode unless another is given. */
export function commandOf(merchant_id: string, mode: Mode = 'test'): MerchantCommand {
  return { ...command, merchant_id, mode };
}

/** The holder of a key with every scope that has no row in the database. */
export function keyHolder(merchant_id: string, mode: Mode = 'test'): Caller {
  const scopes = new Set(key_scopes);
  return { kind: 'key', merchant_id, mode, key_id: 'key_none', scopes, rate_limit_per_second: null };
}

/** Somebody who is not signed in. */
export const visitor: VisitorActor = { kind: 'visitor', address: '192.0.2.1', request_id: 'req_tests' };

/** A signed-in person with their session. */
export function personWith(user_id: string, session_id: string): PersonActor {
  const { address, request_id } = visitor;
  return { kind: 'person', user_id, session_id, merchant_id: '', name: '', email: '', address, request_id };
}

/** A member of the staff of no merchant in particular. */
export function staffOf(role: Role, merchant_id = 'mer_none', mode: Mode = 'test'): StaffActor {
  const { address, request_id } = visitor;
  const person = { user_id: 'stf_none', name: 'Awa', email: 'awa@shop.example', address, request_id };
  return { kind: 'staff', ...person, merchant_id, role, mode };
}

/** The holder of a key that has no scope at all. */
export function keyWithout(): KeyActor {
  return { ...keyHolder('mer_none'), scopes: new Set() };
}

/** A customer with the token of no session. */
export const customer: CustomerActor = { kind: 'customer', token: 'x'.repeat(43) };
