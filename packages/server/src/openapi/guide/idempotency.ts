import type { Section } from './section.ts';

export const idempotency: Section = {
  id: 'idempotency',
  title: 'Idempotency',
  markdown: `
A request can be done although its answer never arrived. So that you may send it again without paying twice, give every POST an \`Idempotency-Key\` of your own, 1 to 255 visible ASCII characters, bare or in quotes:

\`\`\`http
Idempotency-Key: order-A-1001
\`\`\`

For 72 hours the same request with the same key is done once. Every later one gets the first one's answer, with \`Idempotent-Replayed: true\`. The key is committed together with what it made, in one transaction, so neither can be lost without the other.

- Requests are the same by method, path and the JSON value of their body: neither the order of fields nor \`null\` in an optional field makes another one.
- The same key with another request is a 422 \`idempotency_key_reused\`.
- The same key while the first request is still running is a 409 \`idempotency_key_in_use\` with \`Retry-After\`.
- What was refused is not remembered: mend the request and send it again with the same key.

@guichet/client adds a key to each POST by itself and keeps it over its retries.
`.trim(),
};
