import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';

/** Mistakes in checking keys, roles, scopes, merchants, modes and approvals by a second person. */
export const access: readonly Mutant[] = [
  {
    name: 'a revoked key works',
    file: `${core}/accounts/api-keys/authenticate.ts`,
    find: "  if (owner.revoked_at) return 'revoked_api_key';\n",
    replace: '',
    tests: [`${core}/accounts/api-keys/authenticate.test.ts`],
  },
  {
    name: 'a key is remembered for eight seconds after it was revoked',
    file: `${core}/accounts/api-keys/authenticate.ts`,
    find: 'const kept_ms = 800;',
    replace: 'const kept_ms = 8_000;',
    tests: [`${core}/accounts/api-keys/authenticate.test.ts`],
  },
  {
    name: 'a key without networks works from nowhere, and one with networks from everywhere',
    file: `${core}/accounts/api-keys/networks.ts`,
    find: 'return networks.some(',
    replace: 'return !networks.some(',
    tests: [`${core}/accounts/api-keys/networks.test.ts`],
  },
  {
    name: 'a developer can give a key the scope for payouts',
    file: `${core}/platform/actor/scopes.ts`,
    find: "'payouts:write': ['payouts:create'],",
    replace: "'payouts:write': ['payouts:read'],",
    tests: [`${core}/platform/actor/scopes.test.ts`],
  },
  {
    name: 'a live key can pay out without an explicit scope',
    file: `${core}/platform/actor/scopes.ts`,
    find: "mode === 'test' || scope !== 'payouts:write'",
    replace: "mode === 'live' || scope !== 'payouts:write'",
    tests: [`${core}/platform/actor/scopes.test.ts`],
  },
  {
    name: 'an admin can appoint owners',
    file: `${core}/platform/actor/roles.ts`,
    find: "return role === 'owner' ? giver === 'owner' : scopes_of[giver]",
    replace: 'return role !== undefined && scopes_of[giver]',
    tests: [`${core}/accounts/staff/team.test.ts`],
  },
  {
    name: 'support may pay out',
    file: `${core}/platform/actor/roles.ts`,
    find: "support: [\n    ...reading,\n    'payment_links:write',",
    replace: "support: [\n    ...reading,\n    'payouts:create',\n    'payment_links:write',",
    tests: [`${core}/transfers/payouts/orders/orders.test.ts`],
  },
  {
    name: 'anyone who can see a payment can refund it',
    file: `${core}/transfers/refunds/request.ts`,
    find: "requireScope(actor, 'payments:refund');",
    replace: "requireScope(actor, 'payments:read');",
    tests: [`${core}/operations/review/resolve.test.ts`],
  },
  {
    name: 'anyone who can see a payout can resolve it',
    file: `${core}/operations/review/resolve-payout.ts`,
    find: "requireScope(actor, 'payouts:resolve');",
    replace: "requireScope(actor, 'payouts:read');",
    tests: [`${core}/operations/review/resolve-payout.test.ts`],
  },
  {
    name: 'anyone who can see a payment can resolve it',
    file: `${core}/operations/review/resolve.ts`,
    find: "requireScope(actor, 'payments:resolve');",
    replace: "requireScope(actor, 'payments:read');",
    tests: [`${core}/operations/review/resolve.test.ts`],
  },
  {
    name: 'anyone who can see payouts can create one',
    file: `${core}/transfers/payouts/orders/create.ts`,
    find: "requireScope(actor, 'payouts:create');",
    replace: "requireScope(actor, 'payouts:read');",
    tests: [`${core}/transfers/payouts/orders/orders.test.ts`],
  },
  {
    name: 'anyone who can see settings can change the payout rule',
    file: `${core}/transfers/payouts/orders/rules.ts`,
    find: "requireScope(actor, 'settings:write');",
    replace: "requireScope(actor, 'settings:read');",
    tests: [`${core}/transfers/payouts/orders/orders.test.ts`],
  },
  {
    name: 'one person approves their own payout',
    file: `${core}/accounts/approvals/standing.ts`,
    find: 'if (user_id === wanted_by || isReturned)',
    replace: 'if (isReturned)',
    tests: [`${core}/accounts/approvals/standing.test.ts`],
  },
  {
    name: 'two people count as independent as soon as their shortest tie ends',
    file: `${core}/accounts/approvals/ties.ts`,
    find: 'const end = Math.max(...ends);',
    replace: 'const end = Math.min(...ends);',
    tests: [`${core}/accounts/approvals/ties.test.ts`],
  },
  {
    name: 'a weaker rule takes effect before anyone has approved it',
    file: `${core}/accounts/approvals/limits.ts`,
    find: 'then[part] < now[part] ? then[part] : now[part]',
    replace: 'then[part] > now[part] ? then[part] : now[part]',
    tests: [`${core}/accounts/approvals/limits.test.ts`],
  },
  {
    name: 'a test payment can be refunded by a member in live mode',
    file: `${core}/payments/queries.ts`,
    find: "    .where('id', '=', key.id)\n    .where('mode', 'is not distinct from', key.mode)\n",
    replace: "    .where('id', '=', key.id)\n",
    tests: [`${core}/transfers/refunds/request.test.ts`],
  },
  {
    name: 'a merchant can read the payouts of another merchant',
    file: `${core}/transfers/queries.ts`,
    find:
      "    .where('merchant_id', '=', merchant_id)\n    .where('id', '=', id)\n" +
      "    .where('mode', '=', mode)\n",
    replace: "    .where('id', '=', id)\n    .where('mode', '=', mode)\n",
    tests: [`${core}/transfers/payouts/retrieve.test.ts`],
  },
  {
    name: 'a statement mixes both modes',
    file: `${core}/reads/statement/queries.ts`,
    find: ' and booked.mode = ${key.mode} and entry.account',
    replace: ' and entry.account',
    tests: [`${core}/reads/statement/statement.test.ts`],
  },
  {
    name: 'live sessions can be ended by command',
    file: `${core}/payments/session/expire.ts`,
    find: "if (found.mode !== 'test') {",
    replace: "if (found.mode !== 'test' && found.mode !== 'live') {",
    tests: [`${core}/payments/session/expire.test.ts`],
  },
];
