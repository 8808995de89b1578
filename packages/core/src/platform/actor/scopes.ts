import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { Mode } from '../database/columns.ts';
import { type Role, roles, type Scope, scopes_of } from './roles.ts';

/**
 * The scopes of an API key, each named by noun and verb. Every operation of the API that accepts a key requires one
 * of them.
 */
export const key_scopes = [
  'payments:write',
  'payments:read',
  'payouts:write',
  'payouts:read',
  'customers:read',
  'operators:read',
  'balances:read',
  'events:read',
  'receipts:collect',
  'payment_links:write',
  'payment_links:read',
] as const;
export type KeyScope = (typeof key_scopes)[number];

/** The staff scopes needed to grant each scope to a key: no one can grant a permission that they lack. */
const takes: Readonly<Record<KeyScope, readonly Scope[]>> = {
  'payments:write': ['developers:write'],
  'payments:read': ['payments:read'],
  'payouts:write': ['payouts:create'],
  'payouts:read': ['payouts:read'],
  'customers:read': ['customers:read'],
  'operators:read': ['settings:read'],
  'balances:read': ['balances:read'],
  'receipts:collect': ['receipts:collect'],
  'payment_links:write': ['payment_links:write'],
  'payment_links:read': ['payment_links:read'],
  // Events contain payouts, and payments with their customers.
  'events:read': ['developers:read', 'payments:read', 'payouts:read', 'customers:read'],
};

/** Returns the scopes that a role can grant to a key, in the order of {@link key_scopes}. */
export function grantableScopes(role: Role): KeyScope[] {
  return key_scopes.filter((scope) => mayGrant(role, scope));
}

/** Returns the default scopes of a new key; a live key gets payouts:write only on request. */
export function usualScopes(role: Role, mode: Mode): KeyScope[] {
  return grantableScopes(role).filter((scope) => mode === 'test' || scope !== 'payouts:write');
}

/** @throws AppError `forbidden` naming the scope that the role cannot grant, and the roles that can */
export function requireMayGrant(role: Role, scopes: readonly KeyScope[]): void {
  const scope = scopes.find((one) => !mayGrant(role, one));
  if (scope === undefined) return;
  const may = roles
    .filter((one) => mayGrant(one, scope) && scopes_of[one].includes('developers:write'))
    .join(', ');
  throw new AppError('forbidden', {
    reason: problem(
      'scope_not_yours',
      `Your role (${role}) cannot give a key the scope ${scope}. Roles that can: ${may}.`,
      { scope, roles: may },
    ),
  });
}

function mayGrant(role: Role, scope: KeyScope): boolean {
  return takes[scope].every((one) => scopes_of[role].includes(one));
}
