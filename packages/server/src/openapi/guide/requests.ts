import { limits } from '@guichet/kernel/limits';
import type { Section } from './section.ts';

const kilobyte = 1024;

export const requests: Section = {
  id: 'requests',
  title: 'Requests and answers',
  markdown: `
JSON in UTF-8, both ways. Every answer but a stream is the same envelope:

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
- **null** in an optional field of a request is as if the field were absent, at any depth. Inside \`metadata\` it is data.
- **A key twice** in one object is refused with a 400 that names it: readers differ in which of the two counts.
- **Fields that nobody knows** are refused with a 422 that names them, so that a slip of the pen is not lost.
- **Metadata** is yours: an object of at most ${limits.metadata_keys_max} keys and ${limits.metadata_bytes_max / kilobyte} KB, given back with the payment and its events.
- **Every answer** carries \`X-Request-Id\`. Quote it when you ask the people who run this service.
- An address that does not exist is a 404, another method than an address answers is a 405 with \`Allow\`. Listing payments or payouts, and refunds, are a 404 \`dashboard_only\`: they are done in the dashboard.
`.trim(),
};
