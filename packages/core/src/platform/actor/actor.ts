import type { Mode } from '../database/columns.ts';
import type { Role } from './roles.ts';
import type { KeyScope } from './scopes.ts';

/** A signed-in person, and the one merchant for which they signed in. */
export interface Person {
  readonly user_id: string;
  readonly merchant_id: string;
  readonly name: string;
  readonly email: string;
  /** The IP address of the request. */
  readonly address: string;
  readonly request_id: string;
}

/** A member of a merchant's staff acting in one mode. */
export interface StaffActor extends Person {
  readonly kind: 'staff';
  readonly role: Role;
  readonly mode: Mode;
}

/** A signed-in person who changes their own sign-in settings, which belong to no mode. */
export interface PersonActor extends Person {
  readonly kind: 'person';
  readonly session_id: string;
}

/** A merchant's server, identified by its API key. */
export interface KeyActor {
  readonly kind: 'key';
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly key_id: string;
  readonly scopes: ReadonlySet<KeyScope>;
}

/** The customer, identified by the token of one checkout session. */
export interface CustomerActor {
  readonly kind: 'customer';
  readonly token: string;
}

/** A caller who is not signed in, such as a visitor to the dashboard or a provider that sends a callback. */
export interface VisitorActor {
  readonly kind: 'visitor';
  readonly address: string;
  readonly request_id: string;
}

/** A device at a merchant's counter that a member of staff has paired. */
export interface TillActor {
  readonly kind: 'till';
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly till_id: string;
}

/** A cashier who has signed in at a till with their PIN: during one shift. */
export interface CashierActor {
  readonly kind: 'cashier';
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly till_id: string;
  readonly cashier_id: string;
  readonly shift_id: string;
}

/** The command line, which may do everything for every merchant. */
export interface CommandActor {
  readonly kind: 'command';
  /** The operating system user who runs the command. */
  readonly name: string;
}

/** The command line, acting for one merchant in one mode. */
export interface MerchantCommand extends CommandActor {
  readonly merchant_id: string;
  readonly mode: Mode;
}

/** The service itself: its jobs and regular rounds. */
export interface ServiceActor {
  readonly kind: 'service';
}

/** An actor for one merchant in one mode. A verb gets the merchant and the mode only from its actor. */
export type MerchantActor = StaffActor | KeyActor | MerchantCommand;

/**
 * An actor that may act on an object identified by its id: the object's merchant, or the command line for any
 * merchant.
 */
export type OwnerActor = MerchantActor | CommandActor;

/**
 * The actor of a verb. Every verb receives one and first checks that it has the required scope (`requireScope`).
 */
export type Actor =
  | MerchantActor
  | PersonActor
  | CustomerActor
  | VisitorActor
  | TillActor
  | CashierActor
  | CommandActor
  | ServiceActor;

/** Whether the actor may act on an object. */
export function owns(actor: OwnerActor, object: { readonly merchant_id: string } | undefined): boolean {
  if (object === undefined) return false;
  return !('merchant_id' in actor) || object.merchant_id === actor.merchant_id;
}

/** The actor of jobs and rounds. */
export const service_actor: ServiceActor = { kind: 'service' };

/** Returns the actor for a customer with a session's token. */
export function customerWith(token: string): CustomerActor {
  return { kind: 'customer', token };
}

/** Returns the actor of the command line for one merchant in one mode. */
export function commandFor(
  { name }: Pick<CommandActor, 'name'>,
  { merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode },
): MerchantCommand {
  return { kind: 'command', name, merchant_id, mode };
}
