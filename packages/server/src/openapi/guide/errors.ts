import { type ErrorCode, errorCatalogue } from '@guichet/kernel/errors';
import { type Section, table } from './section.ts';

/** Codes that occur only in commands and on the hosted page. */
const not_of_the_api: ReadonlySet<ErrorCode> = new Set(['merchant_not_found', 'key_not_found', 'forbidden']);

const rows = Object.entries(errorCatalogue)
  .filter(([code]) => !not_of_the_api.has(code as ErrorCode))
  .map(([code, { status, message }]) => [`\`${code}\``, String(status), message]);

export const errors: Section = {
  id: 'errors',
  title: 'Errors',
  markdown: `
An error has \`data: null\`, a \`message\` for people and a \`code\` for programs. On a 422, \`errors\` lists every problem at once.

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

Rely on \`code\`. The list may grow: treat an unknown code by its status. Retry 408, 429, 5xx and a 409 \`idempotency_key_in_use\`, after \`Retry-After\` if given, and always repeat a POST with the same \`Idempotency-Key\`. Retrying does not help with any other error.

${table(['Code', 'Status', 'Meaning'], rows)}
`.trim(),
};
