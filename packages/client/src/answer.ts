import {
  ApiError,
  AuthenticationError,
  ConflictError,
  type FieldErrors,
  GoneError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
} from './errors.ts';
import type { Answer } from './exchange.ts';
import { readRetryAfter } from './retry.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const classes: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  422: ValidationError,
  429: RateLimitError,
};

/**
 * Returns the `data` of a successful response.
 *
 * @throws ApiError, or the class for the status, for every other response.
 */
export function readAnswer<Data extends object>(answer: Answer, idempotencyKey: string | null): Data {
  const { response, body } = answer;
  const envelope = readEnvelope(body);
  if (response.ok && isObject(envelope?.data)) return envelope.data as Data;

  const { status, headers } = response;
  const errors = isObject(envelope?.errors) ? (envelope.errors as FieldErrors) : null;
  const message = textOrNull(envelope?.message) ?? describe(response);
  throw new (classes[status] ?? ApiError)(withField(message, errors), {
    status,
    code: textOrNull(envelope?.code),
    requestId: headers.get('x-request-id') ?? textOrNull(envelope?.request_id),
    errors,
    retryAfter: readRetryAfter(headers),
    body,
    idempotencyKey,
  });
}

/** Returns the message with the problems of the first invalid field, because a log shows only this text. */
function withField(message: string, errors: FieldErrors | null): string {
  const fields = Object.entries(errors ?? {});
  const [field, problems] = fields[0] ?? [];
  if (field === undefined || !Array.isArray(problems)) return message;
  const others = fields.length > 1 ? `, and ${fields.length - 1} more` : '';
  return `${message} ${field}: ${problems.join(', ')}${others}`;
}

/** The message for a response that is not in the service's format: another server or a proxy sent it. */
function describe({ status, type }: Response): string {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
    ? 'The address redirects, which is not followed with an API key. Set baseUrl to the final address.'
    : `The response (status ${status}) is not from Guichet. Is baseUrl right?`;
}

function readEnvelope(body: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : null;
  } catch {
    // The body is not JSON: the caller gets it as text in `body`.
    return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
