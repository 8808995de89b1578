import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';

/** The roles of a merchant's staff. */
export const roles = ['owner', 'admin', 'developer', 'finance', 'support', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Permissions, each named by noun and verb. Every verb of the dashboard requires one of them. */
export const scopes = [
  'payments:read',
  'payments:refund',
  'payments:resolve',
  'payouts:read',
  'payouts:create',
  'payouts:approve',
  'payouts:resolve',
  'receipts:collect',
  'payment_links:read',
  'payment_links:write',
  'tills:read',
  'tills:write',
  'customers:read',
  'customers:export',
  'customers:erase',
  'balances:read',
  'ledger:record',
  'developers:read',
  'developers:write',
  'sandbox:write',
  'settings:read',
  'settings:write',
  'security:write',
  'team:read',
  'team:write',
  'audit:read',
  'recovery:open',
] as const;
export type Scope = (typeof scopes)[number];

const reading: readonly Scope[] = [
  'payments:read',
  'payment_links:read',
  'tills:read',
  'payouts:read',
  'customers:read',
  'balances:read',
  'settings:read',
];

/** The scopes of each role. They are defined nowhere else. */
export const scopes_of: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes,
  // Only owners decide how members have to sign in, and when a restored service starts sending again.
  admin: scopes.filter((scope) => scope !== 'security:write' && scope !== 'recovery:open'),
  developer: [
    ...reading,
    'payment_links:write',
    'developers:read',
    'developers:write',
    'sandbox:write',
    'team:read',
  ],
  finance: [
    ...reading,
    'payment_links:write',
    'payments:refund',
    'payments:resolve',
    'receipts:collect',
    'payouts:create',
    'payouts:approve',
    'payouts:resolve',
    'ledger:record',
    'team:read',
    'audit:read',
  ],
  support: [
    ...reading,
    'payment_links:write',
    'payments:refund',
    'receipts:collect',
    'developers:read',
    'team:read',
  ],
  viewer: reading,
};

/**
 * Whether a role can move money or change who can: whether it has more than reading and sandbox scopes. New scopes
 * count as privileged by default, so that none is forgotten here.
 */
export function isPrivileged(role: Role): boolean {
  return scopes_of[role].some((scope) => !scope.endsWith(':read') && scope !== 'sandbox:write');
}

/** Whether a role may grant or revoke another role. Only owners grant or revoke the owner's role. */
export function mayGive(giver: Role, role: Role): boolean {
  return role === 'owner' ? giver === 'owner' : scopes_of[giver].includes('team:write');
}

/** @throws AppError `forbidden` naming the roles that have the scope */
export function requireOfRole(role: Role, scope: Scope): void {
  if (!scopes_of[role].includes(scope)) throw refuseRole(role, scope);
}

/** Returns the error for a role without a scope, which names the roles that have it. */
export function refuseRole(role: Role, scope: string): AppError {
  const may = roles.filter((one) => (scopes_of[one] as readonly string[]).includes(scope));
  return new AppError('forbidden', {
    reason: problem(
      'role_forbids',
      `Your role (${role}) does not allow this. Roles that do: ${may.join(', ')}.`,
      { roles: may.join(', ') },
    ),
  });
}

/** @throws AppError `forbidden` when the giver may not grant or revoke the role */
export function requireMayGive(giver: { readonly role: Role }, role: Role): void {
  if (mayGive(giver.role, role)) return;
  throw new AppError('forbidden', {
    reason: problem('only_owner', 'Only an owner can appoint owners or change their permissions.'),
  });
}
