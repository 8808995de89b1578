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

A key that is missing, wrong or revoked is answered with 401; revoking works within a second. Keep keys on your server, never in a page or an app. The operations on one checkout session need no key: its token, which only you and your customer have, opens it and nothing else.
`.trim(),
};
