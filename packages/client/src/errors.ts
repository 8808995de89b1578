/** What every error of this library is. */
export class GuichetError extends Error {
  override name = 'GuichetError';
}

/** Field name to messages, for instance `{ amount: ['Must be at least 1.'] }`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What the service answered when it was not a success. */
export interface ErrorAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The service's error code; null when the answer did not come from the service, but from a proxy. */
  readonly code: string | null;
  /** Name it when you ask the people who run the service about this answer. */
  readonly requestId: string | null;
  readonly errors: FieldErrors | null;
  /** Seconds, from `Retry-After`; null when it was not sent. */
  readonly retryAfter: number | null;
  /** The answer's body as it came, also when it was not JSON. */
  readonly body: string;
  /** The key that was sent; null for a call that changes nothing. */
  readonly idempotencyKey: string | null;
}

/** An answer that is not a success. The classes below name the common ones; any other status is this class itself. */
export class ApiError extends GuichetError implements ErrorAnswer {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly errors: FieldErrors | null;
  readonly retryAfter: number | null;
  readonly body: string;
  readonly idempotencyKey: string | null;

  constructor(message: string, answer: ErrorAnswer) {
    super(message);
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.requestId;
    this.errors = answer.errors;
    this.retryAfter = answer.retryAfter;
    this.body = answer.body;
    this.idempotencyKey = answer.idempotencyKey;
  }
}

/** 401: the API key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 404: no such object for this key. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: the object's state does not allow this now. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 410: the checkout session is more than 30 minutes old. */
export class GoneError extends ApiError {
  override name = 'GoneError';
}

/** 422: `errors` says what is wrong with each field. */
export class ValidationError extends ApiError {
  override name = 'ValidationError';
}

/** 429: too many requests, still so after the retries; `retryAfter` says how long to wait. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** No whole answer came. Whether the service did the work is unknown: repeat the call with the same idempotency key. */
export class ConnectionError extends GuichetError {
  override name = 'ConnectionError';
  /** The key that was sent; null for a call that changes nothing. */
  readonly idempotencyKey: string | null;

  constructor(message: string, options: { idempotencyKey: string | null; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.idempotencyKey = options.idempotencyKey;
  }
}

/** No whole answer came within the time limit. As unknown as any other broken connection. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

export type SignatureProblem =
  | 'missing_header'
  | 'malformed_header'
  | 'no_match'
  | 'too_old'
  | 'too_new'
  | 'malformed_event';

/** A webhook that must not be believed. Answer it with 401. */
export class SignatureError extends GuichetError {
  override name = 'SignatureError';
  readonly problem: SignatureProblem;

  constructor(problem: SignatureProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
