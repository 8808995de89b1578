import { type ErrorCode, errorCatalogue } from '@guichet/kernel/errors';
import { needsKey, type Operation } from '../api-v1/operation.ts';
import type { Example, JsonSchema, Reference, Response } from './document.ts';
import { referToHeaders } from './headers.ts';

/** Body of every error response (design section 7). */
export const error_schema: JsonSchema = {
  type: 'object',
  description: 'The body of every error response.',
  required: ['message', 'data', 'errors', 'code', 'request_id'],
  properties: {
    message: {
      type: 'string',
      description: 'A sentence for people. It may change; programs should use `code`.',
    },
    data: { type: 'null', description: 'Always null.' },
    errors: {
      type: ['object', 'null'],
      description:
        'Problems by the name of the field, query parameter or header. null unless the status is 422.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    code: {
      type: 'string',
      description: 'A code from the error catalogue, which may grow: treat an unknown code by its status.',
    },
    request_id: { type: 'string', description: 'The same as `X-Request-Id`.' },
  },
};

const in_all: readonly ErrorCode[] = [
  'invalid_request',
  'request_timeout',
  'rate_limited',
  'internal_error',
  'unavailable',
];
const with_key: readonly ErrorCode[] = [
  'authentication_required',
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
];
const without_right: readonly ErrorCode[] = ['missing_scope', 'address_not_allowed'];
const in_posts: readonly ErrorCode[] = [
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
  'invalid_fields',
  'idempotency_key_in_use',
  'idempotency_key_reused',
];

/**
 * Codes that are not specific to an operation: those of all operations, of all that require a key, and of all
 * POSTs.
 */
export const shared_codes: ReadonlySet<string> = new Set([
  ...in_all,
  ...with_key,
  ...without_right,
  ...in_posts,
]);

/** Every code that an operation can return, its own and the shared ones, without duplicates. */
function errorsOf(operation: Operation): readonly ErrorCode[] {
  return [
    ...new Set([
      ...operation.errors,
      ...in_all,
      ...(needsKey(operation) ? [...with_key, ...without_right] : []),
      ...(operation.method === 'POST' ? in_posts : []),
      ...(operation.query ? (['invalid_fields'] as const) : []),
    ]),
  ];
}

/** Errors that many operations share, by the name of their response. */
const shared: Readonly<Record<string, readonly ErrorCode[]>> = {
  InvalidRequest: ['invalid_request'],
  InvalidBody: ['invalid_request', 'invalid_json'],
  Unauthorized: with_key,
  Forbidden: without_right,
  RequestTimeout: ['request_timeout'],
  IdempotencyKeyInUse: ['idempotency_key_in_use'],
  SessionExpired: ['session_expired'],
  BodyTooLarge: ['body_too_large'],
  UnsupportedMediaType: ['unsupported_media_type'],
  InvalidFields: ['invalid_fields'],
  InvalidFieldsOrKeyReused: ['invalid_fields', 'idempotency_key_reused'],
  RateLimited: ['rate_limited'],
  InternalError: ['internal_error'],
  Unavailable: ['unavailable'],
};
const shared_names = new Map(Object.entries(shared).map(([name, codes]) => [keyOf(codes), name]));

/** The error responses of an operation by status; shared ones become references. */
export function errorResponses(operation: Operation): Readonly<Record<string, Response | Reference>> {
  const by_status = Map.groupBy(errorsOf(operation), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...by_status].map(([status, codes]) => {
      const name = shared_names.get(keyOf(codes));
      return [status, name ? { $ref: `#/components/responses/${name}` } : errorResponse(codes)];
    }),
  );
}

/** The shared responses in `names`. */
export function sharedResponses(names: ReadonlySet<string>): Readonly<Record<string, Response>> {
  return Object.fromEntries(
    Object.entries(shared).flatMap(([name, codes]) =>
      names.has(`#/components/responses/${name}`) ? [[name, errorResponse(codes)]] : [],
    ),
  );
}

/** Returns a key for a set of codes, regardless of their order. */
function keyOf(codes: readonly ErrorCode[]): string {
  return codes.toSorted().join(' ');
}

/** Describes a response. @param codes all of one status */
function errorResponse(codes: readonly ErrorCode[]): Response {
  const status = Math.max(...codes.map((code) => errorCatalogue[code].status));
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
    headers: referToHeaders('RequestId', ...headersOf(status, codes)),
    content: {
      'application/json': {
        // The schema is the same for all errors, so that generated clients have one type; the codes are listed
        // above.
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
    },
  };
}

function headersOf(status: number, codes: readonly ErrorCode[]) {
  const names: ('RetryAfter' | 'WwwAuthenticate' | 'MissingScope' | 'RateLimit' | 'RateLimitPolicy')[] = [];
  if (status === 401) names.push('WwwAuthenticate');
  if (codes.includes('missing_scope')) names.push('MissingScope');
  const isTimed = codes.some((code) => code === 'idempotency_key_in_use' || code === 'payment_too_soon');
  if (status === 429 || status === 503 || isTimed) names.push('RetryAfter');
  // These headers are absent if a request is refused before it is counted.
  names.push('RateLimit', 'RateLimitPolicy');
  return names;
}

function exampleOf(code: ErrorCode): Example {
  const fields = example_fields[code] ?? null;
  return {
    value: {
      message: errorCatalogue[code].message,
      data: null,
      errors: fields,
      code,
      request_id: 'req_01M7YPXXY0T1MR8HDB61M1VE28',
    },
  };
}

/** Contents of `errors` on a 422. */
const example_fields: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, readonly string[]>>>>> = {
  invalid_fields: {
    amount: ['must be at least 1'],
    currency: ['must be an ISO 4217 code in capitals, for example XOF'],
  },
  idempotency_key_reused: { 'Idempotency-Key': ['was used for another request'] },
  insufficient_balance: { amount: ['must be at most the available balance of 975000 XOF'] },
};
