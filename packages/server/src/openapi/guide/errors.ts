import { type ErrorCode, errorCatalogue } from '@guichet/kernel/errors';
import { type Section, table } from './section.ts';

/** Codes that only commands and the hosted page meet. */
const not_of_the_api: ReadonlySet<ErrorCode> = new Set(['merchant_not_found', 'key_not_found', 'forbidden']);

const rows = Object.entries(errorCatalogue)
  .filter(([code]) => !not_of_the_api.has(code as ErrorCode))
  .map(([code, { status, message }]) => [`\`${code}\``, String(status), message]);

export const errors: Section = {
  id: 'errors',
  title: 'Errors',
  markdown: `
An error has \`data: null\` and says what happened twice: in \`message\` for people, in \`code\` for programs. On a 422 \`errors\` names everything that is wrong at once.

\`\`\`json
{
  "message": "Some fields are not valid.",
  "data": null,
  "errors": {
    "amount": ["must be at least 1"],
    "customer.phone": ["must be a valid phone number in international format, for example +2250700000000"]
  },
  "code": "invalid_fields",
  "request_id": "req_01M7YPXXY0T1MR8HDB61M1VE28"
}
\`\`\`

Go by \`code\`. The list may grow: treat a code that you do not know by its status. 408, 429 and 5xx are worth another try, and a 409 \`idempotency_key_in_use\`, after \`Retry-After\` where it is given; for a POST always with the same \`Idempotency-Key\`. Nothing else gets better by asking again.

${table(['Code', 'Status', 'What it says'], rows)}
`.trim(),
};
