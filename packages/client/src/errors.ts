import type { ErrorCode } from './error-code.ts';
import { GuichetError } from './guichet-error.ts';

/** Field name to messages, for instance `{ amount: ['must be at least 1'] }`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What the service answered when it was not a success. */
export interface ErrorAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The service's error code; null when the answer did not come from the service, but from a proxy. */
  readonly code: ErrorCode | null;
  /** Name it when you ask the people who run the service about this answer. */
  readonly requestId: string | null;
  readonly errors: FieldErrors | null;
  /** Seconds to wait before the next try; null when the answer does not say. */
  readonly retryAfter: number | null;
  /** The answer's body as it came, also when it was not JSON. */
  readonly body: string;
  /** The key that was sent; null for a call that changes nothing. */
  readonly idempotencyKey: string | null;
}

/** An answer that is not a success. The classes below name the common ones; any other status is this class itself. */
export class ApiError extends GuichetError implements ErrorAnswer {
  override name = 'ApiError';
  declare readonly status: number;
  declare readonly code: ErrorCode | null;
  declare readonly requestId: string | null;
  declare readonly errors: FieldErrors | null;
  declare readonly retryAfter: number | null;
  declare readonly body: string;
  declare readonly idempotencyKey: string | null;

  constructor(message: string, answer: ErrorAnswer) {
    super(message);
    Object.assign(this, answer);
  }
}

/** 401: the API key is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the API key may not do this (`missing_scope`), or not from here (`address_not_allowed`). */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
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

/** What is known when no whole answer came. */
export interface BrokenCall {
  /** HTTP status, where the answer got that far. */
  readonly status: number | null;
  /** `X-Request-Id`, where the answer got that far. */
  readonly requestId: string | null;
  /** The key that was sent; null for a call that changes nothing. */
  readonly idempotencyKey: string | null;
  readonly cause?: unknown;
}

/** No whole answer came. Whether the service did the work is unknown: repeat the call with the same idempotency key. */
export class ConnectionError extends GuichetError {
  override name = 'ConnectionError';
  readonly code: 'connection_failed' | 'timed_out' = 'connection_failed';
  readonly status: number | null;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;

  constructor(message: string, { status, requestId, idempotencyKey, cause }: BrokenCall) {
    super(message, { cause });
    this.status = status;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
  }
}

/** No whole answer came within the time limit. As unknown as any other broken connection. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
  override readonly code = 'timed_out';
}

/** `events.sync` ended before the last event: `cause` says why, `cursor` where to go on. */
export class SyncError extends GuichetError {
  override name = 'SyncError';
  /** Id of the last event that was handled whole; null when there is none. Give it to the next `events.sync`. */
  readonly cursor: string | null;

  constructor(cursor: string | null, cause: unknown) {
    super(`The events could not all be handled; the last one handled is ${cursor ?? 'none'}.`, { cause });
    this.cursor = cursor;
  }
}
