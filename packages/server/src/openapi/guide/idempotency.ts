import type { Section } from './section.ts';

export const idempotency: Section = {
  id: 'idempotency',
  title: 'Idempotency',
  markdown: `
A request may succeed even if its response never arrives. To repeat it without paying twice, give every POST your own \`Idempotency-Key\`, 1 to 255 visible ASCII characters, with or without quotes:

\`\`\`http
Idempotency-Key: order-A-1001-1
\`\`\`

For 72 hours the same request with the same key is carried out once. Every later one gets the first response, with \`Idempotent-Replayed: true\`. So a key identifies one request, not an order: for a second session of the same order, for instance after the first has expired, use a new key. The key is committed in one transaction with the object that it created, so neither can be lost without the other.

- Requests are the same if their method, path and the JSON value of their body are equal; the order of fields and \`null\` in an optional field make no difference.
- The same key with a different request returns 422 \`idempotency_key_reused\`.
- The same key while the first request is still running waits for its response; while an operator is being called (\`pay\`), it returns 409 \`idempotency_key_in_use\` with \`Retry-After\`.
- Refused requests are not remembered: correct the request and send it again with the same key.

@guichet/client adds a key to each POST and keeps it for retries.
`.trim(),
};
