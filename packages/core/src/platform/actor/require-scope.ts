import { AppError } from '@guichet/kernel/errors';
import type { Actor } from './actor.ts';
import { refuseRole, type Scope, scopes_of } from './roles.ts';
import type { KeyScope } from './scopes.ts';

/** Scopes that belong to a kind of actor; no role and no key includes them. */
export const kind_scopes = {
  /** The person's own name, sessions and sign-in. */
  person: ['own:read', 'own:write'],
  /** The one session whose token the customer has. */
  customer: ['checkout:read', 'checkout:pay'],
  /** Using links and codes handed out to people, and sending callbacks as a provider. */
  visitor: ['links:use', 'callbacks:send'],
  /** Signing in at a paired till. */
  till: ['till:open'],
  /** Taking payments, never giving money back. */
  cashier: ['counter:take'],
  /** Jobs and regular rounds. */
  service: ['jobs:run'],
  /** The whole installation: all merchants, their books and all personal data. */
  command: ['installation:read', 'installation:write'],
} as const;
type KindScope = (typeof kind_scopes)[keyof typeof kind_scopes][number];

/** Any permission that can be required of an actor. */
export type AnyScope = Scope | KeyScope | KindScope;

/**
 * Refuses actors without the scope. Every verb calls it first. Members of staff have the scopes of their role and
 * those for their own sign-in, keys have the scopes granted to them, the command line has all, and other actors
 * have those of their kind.
 *
 * @throws AppError `forbidden`, naming the roles that have the scope if the actor has a role; `missing_scope` for a
 * key
 */
export function requireScope(actor: Actor, scope: AnyScope): void {
  switch (actor.kind) {
    case 'command':
      return;
    case 'key':
      if ((actor.scopes as ReadonlySet<string>).has(scope)) return;
      throw new AppError('missing_scope', {
        message: `This API key lacks the scope ${scope}. Use a key that has it.`,
      });
    case 'staff':
      if (includes(scopes_of[actor.role], scope) || includes(kind_scopes.person, scope)) return;
      throw refuseRole(actor.role, scope);
    default:
      if (includes(kind_scopes[actor.kind], scope)) return;
      throw new AppError('forbidden');
  }
}

function includes(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope);
}
