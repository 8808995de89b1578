import type { Section } from './section.ts';

export const authentication: Section = {
  id: 'authentication',
  title: 'Authentication',
  markdown: `
Send your API key with every request:

\`\`\`http
Authorization: Bearer svc_test_...
\`\`\`

A key belongs to one merchant and one mode. Keys that begin with \`svc_test_\` use play money only; \`svc_live_\` keys move real money. Objects of one mode do not exist in the other: requesting them returns a 404.

A key can do what its scopes allow, and each operation names the scope that it needs:

| scope | allows |
|---|---|
| \`payments:write\` | create checkout sessions and payments |
| \`payments:read\` | read and verify payments |
| \`payment_links:write\` | create and change payment links |
| \`payment_links:read\` | list and read payment links |
| \`payouts:write\` | create payouts |
| \`payouts:read\` | read and verify payouts |
| \`customers:read\` | list and read customers |
| \`operators:read\` | list operators |
| \`balances:read\` | list balances |
| \`events:read\` | list and stream events |
| \`receipts:collect\` | mark receipts as collected |

Without that scope the response is 403 \`missing_scope\`, whose message names the scope. A live key created in the dashboard cannot pay out unless a member who may pay out selects that scope. A key can also expire, after which the response is 401 \`expired_api_key\`, and be restricted to addresses: from any other address the response is 403 \`address_not_allowed\`. Give each program only the scopes that it needs.

A missing, invalid, revoked or expired key returns 401; revoking takes effect within a second. Keep keys on your server, never in a page or an app. The operations on one checkout session need no key: its token, which only you and your customer have, gives access to that session and nothing else.
`.trim(),
};
