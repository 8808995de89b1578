import type { Header, Parameter, Reference } from './document.ts';

/**
 * Response headers, keyed by their names in the document's components. Responses refer to them by their names on
 * the wire.
 */
export const headers = {
  RequestId: {
    description: 'Identifies this request in the logs of the service. Quote it when you ask for help.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$' },
    example: 'req_01M7YPXXY0T1MR8HDB61M1VE28',
  },
  RateLimit: {
    description:
      'Remaining requests (`r`) and seconds until the full quota is back (`t`): ' +
      'draft-ietf-httpapi-ratelimit-headers. Absent if the limit is off.',
    schema: { type: 'string' },
    example: '"key";r=199;t=1',
  },
  RateLimitPolicy: {
    description: 'The limit: requests (`q`) per window of seconds (`w`). Absent if it is off.',
    schema: { type: 'string' },
    example: '"key";q=200;w=2',
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1',
  },
  IdempotentReplayed: {
    description: '`true` if this repeats the response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  WwwAuthenticate: {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer',
  },
  MissingScope: {
    description: 'With `missing_scope`: the scope that is missing (RFC 6750 section 3.1).',
    required: false,
    schema: { type: 'string' },
    example: 'Bearer error="insufficient_scope", scope="payouts:write"',
  },
} as const satisfies Readonly<Record<string, Header>>;

type HeaderName = keyof typeof headers;

const wire_names: Readonly<Record<HeaderName, string>> = {
  RequestId: 'X-Request-Id',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  RetryAfter: 'Retry-After',
  IdempotentReplayed: 'Idempotent-Replayed',
  WwwAuthenticate: 'WWW-Authenticate',
  MissingScope: 'WWW-Authenticate',
};

/** References to headers, keyed by the headers' names on the wire. */
export function referToHeaders(...names: readonly HeaderName[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(
    names.map((name) => [wire_names[name], { $ref: `#/components/headers/${name}` }] as const),
  );
}

/**
 * The format that `http/read-once.ts` reads: 1 to 255 visible characters or spaces, not only spaces. In a quoted
 * key, quotes and backslashes are escaped.
 */
const key_pattern =
  '^(?:[\\x21\\x23-\\x7E][\\x20-\\x7E]{0,254}|' +
  '" {0,254}(?:[\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\["\\\\])(?:[\\x20\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\["\\\\]){0,254}")$';

/** The parameter of every POST. */
export const idempotency_key: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your choice for the request, 1 to 255 visible ASCII characters, with or without quotes. The same ' +
    'request with the same key is carried out once, however often it arrives within 72 hours.',
  schema: { type: 'string', pattern: key_pattern },
  example: 'order-A-1001-1',
};
