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

/** The command line as an actor. */
export const command: CommandActor = { kind: 'command', name: 'tests' };

/** The command line for one merchant, by default in test mode. */
export function commandOf(merchant_id: string, mode: Mode = 'test'): MerchantCommand {
  return { ...command, merchant_id, mode };
}

/** Returns the holder of an API key with every scope. The key has no row in the database. */
export function keyHolder(merchant_id: string, mode: Mode = 'test'): Caller {
  const scopes = new Set(key_scopes);
  return { kind: 'key', merchant_id, mode, key_id: 'key_none', scopes, rate_limit_per_second: null };
}

/** A visitor who is not signed in. */
export const visitor: VisitorActor = { kind: 'visitor', address: '192.0.2.1', request_id: 'req_tests' };

/** A signed-in person with their session. */
export function personWith(user_id: string, session_id: string): PersonActor {
  const { address, request_id } = visitor;
  return { kind: 'person', user_id, session_id, merchant_id: '', name: '', email: '', address, request_id };
}

/** A member of staff, by default of a merchant that does not exist. */
export function staffOf(role: Role, merchant_id = 'mer_none', mode: Mode = 'test'): StaffActor {
  const { address, request_id } = visitor;
  const person = { user_id: 'stf_none', name: 'Awa', email: 'awa@shop.example', address, request_id };
  return { kind: 'staff', ...person, merchant_id, role, mode };
}

/** The holder of a key without scopes. */
export function keyWithout(): KeyActor {
  return { ...keyHolder('mer_none'), scopes: new Set() };
}

/** A customer with a token that belongs to no session. */
export const customer: CustomerActor = { kind: 'customer', token: 'x'.repeat(43) };
