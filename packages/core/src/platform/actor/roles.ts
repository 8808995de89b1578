import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';

/** What a member of a merchant's staff may be. */
export const roles = ['owner', 'admin', 'developer', 'finance', 'support', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What one may do, by noun and verb. Every verb of the dashboard asks for one of them. */
export const scopes = [
  'payments:read',
  'payments:refund',
  'payments:resolve',
  'payouts:read',
  'payouts:create',
  'payouts:approve',
  'payouts:resolve',
  'customers:read',
  'customers:export',
  'customers:erase',
  'balances:read',
  'developers:read',
  'developers:write',
  'sandbox:write',
  'settings:read',
  'settings:write',
  'security:write',
  'team:read',
  'team:write',
  'audit:read',
] as const;
export type Scope = (typeof scopes)[number];

const reading: readonly Scope[] = [
  'payments:read',
  'payouts:read',
  'customers:read',
  'balances:read',
  'settings:read',
];

/** Who may do what: the one table of it. */
export const scopes_of: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes,
  // How members have to sign in is the owners' to say.
  admin: scopes.filter((scope) => scope !== 'security:write'),
  developer: [...reading, 'developers:read', 'developers:write', 'sandbox:write', 'team:read'],
  finance: [
    ...reading,
    'payments:refund',
    'payments:resolve',
    'payouts:create',
    'payouts:approve',
    'payouts:resolve',
    'team:read',
    'audit:read',
  ],
  support: [...reading, 'payments:refund', 'developers:read', 'team:read'],
  viewer: reading,
};

/**
 * Whether a role can move money or change who can: with more than reading and playing. A scope that is new counts, so that
 * nobody has to remember it here.
 */
export function isPrivileged(role: Role): boolean {
  return scopes_of[role].some((scope) => !scope.endsWith(':read') && scope !== 'sandbox:write');
}

/** Only owners make owners, or take that from them. */
export function mayGive(giver: Role, role: Role): boolean {
  return role === 'owner' ? giver === 'owner' : scopes_of[giver].includes('team:write');
}

/** @throws AppError `forbidden` saying which roles may */
export function requireScope({ role }: { readonly role: Role }, scope: Scope): void {
  if (scopes_of[role].includes(scope)) return;
  const may = roles.filter((one) => scopes_of[one].includes(scope));
  throw new AppError('forbidden', {
    reason: problem(
      'role_forbids',
      `Your role (${role}) does not allow this. Roles that do: ${may.join(', ')}.`,
      { roles: may.join(', ') },
    ),
  });
}

/** @throws AppError `forbidden` when the role may not be given, or taken, by this one */
export function requireMayGive(giver: { readonly role: Role }, role: Role): void {
  if (mayGive(giver.role, role)) return;
  throw new AppError('forbidden', {
    reason: problem('only_owner', 'Only an owner can appoint owners or change their permissions.'),
  });
}
