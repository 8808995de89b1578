import type { Header, Parameter, Reference } from './document.ts';

/** Headers of our answers, by the name they have in the document. Each is referred to by its wire name. */
export const headers = {
  RequestId: {
    description: 'Names this request in the logs of the service. Quote it when you ask for help.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$' },
    example: 'req_01M7YPXXY0T1MR8HDB61M1VE28',
  },
  RateLimit: {
    description:
      'Requests that may follow at once (`r`) and seconds until the limit is whole again (`t`): ' +
      'draft-ietf-httpapi-ratelimit-headers. Absent where the limit is switched off.',
    schema: { type: 'string' },
    example: '"key";r=199;t=1',
  },
  RateLimitPolicy: {
    description:
      'The limit itself: requests (`q`) in so many seconds (`w`). Absent where it is switched off.',
    schema: { type: 'string' },
    example: '"key";q=200;w=2',
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1',
  },
  IdempotentReplayed: {
    description:
      '`true` when an earlier request with the same `Idempotency-Key` did the work and this is its answer again.',
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

/** References to headers, under the names they have on the wire. */
export function referToHeaders(...names: readonly HeaderName[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(
    names.map((name) => [wire_names[name], { $ref: `#/components/headers/${name}` }] as const),
  );
}

/** What `http/read-once.ts` reads: 1 to 255 visible characters or spaces, not spaces alone; in quotes some are escaped. */
const key_pattern =
  '^(?:[\\x21\\x23-\\x7E][\\x20-\\x7E]{0,254}|' +
  '" {0,254}(?:[\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\["\\\\])(?:[\\x20\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\["\\\\]){0,254}")$';

/** The parameter that every POST has. */
export const idempotency_key: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your own, 1 to 255 visible ASCII characters, that names what you want done, bare or in quotes. The ' +
    'same request with the same key is done once, however often it arrives within 72 hours.',
  schema: { type: 'string', pattern: key_pattern },
  example: 'order-A-1001',
};
