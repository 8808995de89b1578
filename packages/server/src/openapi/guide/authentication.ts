import type { Section } from './section.ts';

export const authentication: Section = {
  id: 'authentication',
  title: 'Authentication',
  markdown: `
Send your API key with every request:

\`\`\`http
Authorization: Bearer svc_test_...
\`\`\`

A key belongs to one merchant and one mode. Keys that begin with \`svc_test_\` see and move play money only; \`svc_live_\` keys move real money. Neither ever sees what the other made: there it is a 404.

A key may do what its scopes say, and each operation names the one that it takes:

| scope | what it opens |
|---|---|
| \`payments:write\` | checkout sessions and payments are made |
| \`payments:read\` | payments are read and verified |
| \`payouts:write\` | payouts are made |
| \`payouts:read\` | payouts are read and verified |
| \`customers:read\` | customers are listed and read |
| \`operators:read\` | operators are listed |
| \`balances:read\` | balances are listed |
| \`events:read\` | events are listed and streamed |

Without it the answer is 403 \`missing_scope\`, which names the scope. A live key that is made in the dashboard does not pay out unless that is chosen, by somebody who may pay out themselves. A key may also have an end, after which it is answered with 401 \`expired_api_key\`, and be bound to addresses: from elsewhere the answer is 403 \`address_not_allowed\`. Give each program the least that it needs.

A key that is missing, wrong, revoked or expired is answered with 401; revoking works within a second. Keep keys on your server, never in a page or an app. The operations on one checkout session need no key: its token, which only you and your customer have, opens it and nothing else.
`.trim(),
};
