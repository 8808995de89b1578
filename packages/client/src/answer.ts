import {
  ApiError,
  AuthenticationError,
  ConflictError,
  type ErrorAnswer,
  type FieldErrors,
  GoneError,
  NotFoundError,
  RateLimitError,
  ValidationError,
} from './errors.ts';
import { readRetryAfter } from './retry.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The `data` of a successful answer.
 *
 * @throws ApiError, or the class for its status, for every other answer.
 */
export function readAnswer<Data>(response: Response, body: string, idempotencyKey: string | null): Data {
  const envelope = readEnvelope(body);
  if (response.ok && isObject(envelope?.data)) return envelope.data as Data;

  const { status } = response;
  const answer: ErrorAnswer = {
    status,
    code: textOrNull(envelope?.code),
    requestId: response.headers.get('x-request-id') ?? textOrNull(envelope?.request_id),
    errors: isObject(envelope?.errors) ? (envelope.errors as FieldErrors) : null,
    retryAfter: readRetryAfter(response.headers.get('retry-after')),
    body,
    idempotencyKey,
  };
  throw new (errorClass(status))(textOrNull(envelope?.message) ?? describe(response), answer);
}

function errorClass(status: number): typeof ApiError {
  switch (status) {
    case 401:
      return AuthenticationError;
    case 404:
      return NotFoundError;
    case 409:
      return ConflictError;
    case 410:
      return GoneError;
    case 422:
      return ValidationError;
    case 429:
      return RateLimitError;
    default:
      return ApiError;
  }
}

/** For an answer that is not in the service's form: something else stands at this address, or in between. */
function describe({ status, type }: Response): string {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return 'The address redirects, which is not followed with an API key. Set baseUrl to the final address.';
  }
  return `The answer (status ${status}) is not one of Guichet's. Is baseUrl right?`;
}

function readEnvelope(body: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    // Not JSON. The caller gets the text in `body`.
    return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
