import type { Section } from './section.ts';

/** @param base_url address of the service with `/api` */
export function makeStart(base_url: string): Section {
  return {
    id: 'start',
    title: 'Start here',
    markdown: `
Your server creates a checkout session and gets the address of a page. You redirect the customer to that page, where the customer chooses an operator, enters a number and pays. You are notified by a signed webhook, and you can also verify the payment.

\`\`\`sh
# With curl: any operation below, for example
curl ${base_url}/v1/balances \\
  -H "Authorization: Bearer $GUICHET_API_KEY"
\`\`\`

\`\`\`ts
// With the library for TypeScript and JavaScript
import { Guichet } from '@guichet/client';

const guichet = new Guichet({
  apiKey: process.env.GUICHET_API_KEY ?? '',
  baseUrl: '${base_url}/v1',
});
\`\`\`

1. [Create a session](#operation-initializeCheckout) with your test key, and redirect the customer to its \`checkout_url\`.
2. When the customer returns, [verify the payment](#operation-verifyPayment). The redirect alone is not proof of payment.
3. Receive [webhooks](#webhooks), so that you also learn about customers who never return.

Every path below follows \`${base_url}/v1\`. This reference is also available as an [OpenAPI 3.1 document](/api/v1/openapi.json).
`.trim(),
  };
}
