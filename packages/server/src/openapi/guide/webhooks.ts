import type { Section } from './section.ts';

/** Stands in front of the events. */
export const webhooks: Section = {
  id: 'webhooks',
  title: 'Webhooks',
  markdown: `
We POST an event to your endpoints when something has happened. The body is the same on every try, byte for byte; \`data\` is the object as it was at that moment, and \`sequence\` counts the events of one object: a lower number that comes later is older news.

**Verify first.** Take the raw body, as it came: read and written again it has other bytes. Two signatures travel side by side, under the same secret; check either.

\`\`\`http
POST /webhook HTTP/1.1
Content-Type: application/json
X-Service-Signature: t=1795253294,v1=5257a869e7ec...
webhook-id: evt_01M7YPY1PYD22CQPHY9GT5XKRF
webhook-timestamp: 1795253294
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQm...
\`\`\`

\`\`\`ts
const event = await guichet.webhooks.verify(
  rawBody,
  request.headers,
  process.env.GUICHET_WEBHOOK_SECRET ?? '',
);
if (event.event === 'payment.successful') {
  console.log('paid', event.data.metadata);
}
\`\`\`

- \`X-Service-Signature: t=<unix seconds>,v1=<hex>\`: HMAC-SHA256 of \`<t>.<body>\`, keyed with the whole secret (\`whsec_...\`) as text.
- [Standard Webhooks](https://www.standardwebhooks.com/): \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`; its libraries take the same secret.

Compare in constant time, refuse what is more than five minutes off, and answer 401 to what does not match.

**Answer** with any 2xx within 15 seconds, and do the work afterwards. Anything else is tried again after 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 5 h, 10 h and then every 12 h, about three days in all. The same event can come twice: remember its \`id\`. Redirects are not followed.
`.trim(),
};
