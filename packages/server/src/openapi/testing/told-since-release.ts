/**
 * What the documents say since the last release of what the service takes, and what it refused before as well: no program
 * loses anything. By operation. A release empties the list.
 */
const told_since: Readonly<Record<string, readonly string[]>> = {
  'POST /checkout/initialize': [
    'header parameter idempotency-key has a pattern now',
    'body currency has a pattern now',
    'body return_url has a pattern now',
    'body return_url has a format now',
    'body cancel_url has a pattern now',
    'body cancel_url has a format now',
    'body customer_phone has a pattern now',
    'body customer_phone has a format now',
    'body customer_phone has a lower maxLength now',
    'body customer_email has a pattern now',
    'body description has a pattern now',
    'body metadata has a lower maxProperties now',
  ],
  'POST /checkout/{}/pay': [
    'header parameter idempotency-key has a pattern now',
    'body operator has a pattern now',
    'body phone has a pattern now',
    'body otp has a pattern now',
  ],
  'POST /checkout/{}/cancel': ['header parameter idempotency-key has a pattern now'],
  'POST /payments': [
    'header parameter idempotency-key has a pattern now',
    'body currency has a pattern now',
    'body return_url has a pattern now',
    'body return_url has a format now',
    'body cancel_url has a pattern now',
    'body cancel_url has a format now',
    'body description has a pattern now',
    'body customer.email has a pattern now',
    'body customer.first_name has a pattern now',
    'body customer.last_name has a pattern now',
    'body customer.phone has a pattern now',
    'body customer.phone has a format now',
    'body customer.phone has a lower maxLength now',
    'body operator has a pattern now',
    'body metadata has a lower maxProperties now',
  ],
  'POST /payouts': [
    'header parameter idempotency-key has a pattern now',
    'body currency has a pattern now',
    'body operator has a pattern now',
    'body recipient.phone has a pattern now',
    'body recipient.phone has a format now',
    'body recipient.phone has a lower maxLength now',
    'body recipient.first_name has a pattern now',
    'body recipient.last_name has a pattern now',
    'body description has a pattern now',
  ],
  'GET /customers': ['query parameter country has a pattern now', 'query parameter cursor has a pattern now'],
  'GET /operators': [
    'query parameter country has a pattern now',
    'query parameter currency has a pattern now',
  ],
  'GET /events': ['query parameter after has a pattern now'],
};

export const told_since_release: readonly string[] = Object.entries(told_since).flatMap(
  ([operation, places]) => places.map((place) => `${operation}: ${place}`),
);
