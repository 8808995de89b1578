import type { Section } from './section.ts';

/** The section that introduces the events. */
export const webhooks: Section = {
  id: 'webhooks',
  title: 'Webhooks',
  markdown: `
We POST an event to your endpoints when something happens. The body is byte for byte the same on every attempt; \`data\` is the object at the time of the event, and \`sequence\` numbers the events of one object, sometimes with gaps: an event with a lower number that arrives later is out of date. Act on the state in \`data\`, not on the name of the event: a \`payment.duplicate\` may arrive before its \`payment.successful\`, and contains the payment with the status \`success\`, too.

**Verify first.** Use the raw body as received: parsing and serializing it changes its bytes. There are two signatures with the same secret; check either.

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

Compare in constant time, refuse timestamps that are more than five minutes off, and respond with 401 if no signature matches.

**Respond** with any 2xx within 15 seconds, and do the work afterwards. Anything else is retried after 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 5 h, 10 h and then every 12 h, about three days in all. The same event can arrive twice: remember its \`id\`. Redirects are not followed.
`.trim(),
};
