import { describe, expect, it } from 'vitest';
import { type Role, roles, scopes_of } from './roles.ts';
import { grantableScopes, key_scopes, requireMayGrant, usualScopes } from './scopes.ts';

const makers = roles.filter((role) => scopes_of[role].includes('developers:write'));

describe('a role', () => {
  it.each<[Role, boolean]>([
    ['owner', true],
    ['admin', true],
    ['developer', false],
  ])('of %s may grant the scope payouts:write: %s', (role, may) => {
    expect(grantableScopes(role).includes('payouts:write')).toBe(may);
    const others = key_scopes.filter((scope) => scope !== 'payouts:write');
    // Developers cannot record that goods were handed over either.
    const theirs = others.filter((scope) => may || scope !== 'receipts:collect');
    expect(grantableScopes(role).filter((scope) => scope !== 'payouts:write')).toEqual(theirs);
    const grant = () => requireMayGrant(role, ['payments:read', 'payouts:write']);
    if (may) expect(grant).not.toThrow();
    else expect(grant).toThrow(/payouts:write.* owner, admin\.$/);
  });

  it('that can create API keys is owner, admin or developer', () => {
    expect(makers).toEqual(['owner', 'admin', 'developer']);
  });

  it.each(makers)('of %s gives a live key payouts:write only on request', (role) => {
    expect(usualScopes(role, 'live')).not.toContain('payouts:write');
    expect(usualScopes(role, 'test')).toEqual(grantableScopes(role));
  });
});
