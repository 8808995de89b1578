import { limits } from '@guichet/kernel/limits';
import type { Section } from './section.ts';

const kilobyte = 1024;

export const requests: Section = {
  id: 'requests',
  title: 'Requests and responses',
  markdown: `
Requests and responses are JSON in UTF-8. Every response except a stream has the same envelope:

\`\`\`json
{
  "message": "Payment found.",
  "data": {
    "id": "pay_01M7YPXXY0T1MR8HDB61M1VE28",
    "status": "success"
  },
  "errors": null
}
\`\`\`

- **Amounts** are numbers in the major unit of the currency, not cents: \`25000\` XOF is 25 000 F CFA, \`12.5\` GHS is 12 cedis 50. More decimals than the currency has are refused, never rounded.
- **Times** are ISO 8601 with a numeric offset.
- **null** in an optional field of a request is the same as an absent field, at any depth. Inside \`metadata\` it is data.
- **Duplicate keys** in one object are refused with a 400 that names the key, because parsers differ in which of the two they use.
- **Unknown fields** are refused with a 422 that names them, so that typing errors do not go unnoticed.
- **Metadata** is your own data: an object of at most ${limits.metadata_keys_max} keys and ${limits.metadata_bytes_max / kilobyte} KB, returned with the payment and its events.
- **Every response** has an \`X-Request-Id\`. Quote it when you contact the people who run this service.
- An unknown address returns 404, an unsupported method 405 with \`Allow\`. Refunds and lists of payments or payouts return 404 \`dashboard_only\`: use the dashboard.
`.trim(),
};
