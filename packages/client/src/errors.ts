import type { ErrorCode } from './error-code.ts';
import { GuichetError } from './guichet-error.ts';

/** Messages by field name, for example `{ amount: ['must be at least 1'] }`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Details of an error response. */
export interface ErrorAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The service's error code; null if the response came from a proxy rather than the service. */
  readonly code: ErrorCode | null;
  /** `X-Request-Id`: quote it when you contact the people who run the service. */
  readonly requestId: string | null;
  readonly errors: FieldErrors | null;
  /** Seconds to wait before the next attempt; null if the response specifies none. */
  readonly retryAfter: number | null;
  /** Body of the response as received, even if it was not JSON. */
  readonly body: string;
  /** The idempotency key that was sent; null for a call that does not change anything. */
  readonly idempotencyKey: string | null;
}

/** An error response. The subclasses cover common statuses; all other statuses use this class itself. */
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

/** 403: the API key lacks the scope (`missing_scope`) or is used from a forbidden address (`address_not_allowed`). */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: the object does not exist for this key. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: the object's current state does not allow this. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 410: the checkout session is more than 30 minutes old. */
export class GoneError extends ApiError {
  override name = 'GoneError';
}

/** 422: some fields are invalid; `errors` contains the reasons. */
export class ValidationError extends ApiError {
  override name = 'ValidationError';
}

/** 429: too many requests, even after retries; `retryAfter` is the time to wait. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** Details of a call without a complete response. */
export interface BrokenCall {
  /** HTTP status; null if the call failed before the response headers arrived. */
  readonly status: number | null;
  /** `X-Request-Id`; null if the call failed before the response headers arrived. */
  readonly requestId: string | null;
  /** The idempotency key that was sent; null for a call that does not change anything. */
  readonly idempotencyKey: string | null;
  readonly cause?: unknown;
}

/**
 * There was no complete response. The service may have executed the call: repeat it with the same idempotency key.
 */
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

/** No complete response within the time limit. As with any broken connection, the outcome is unknown. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
  override readonly code = 'timed_out';
}

/** `events.sync` stopped before the last event: `cause` is the reason, `cursor` the event to resume after. */
export class SyncError extends GuichetError {
  override name = 'SyncError';
  /**
   * Id of the last event that the handler of `events.sync` has finished, or the given cursor; null if there is none.
   * Pass it to the next `events.sync`.
   */
  readonly cursor: string | null;

  constructor(cursor: string | null, cause: unknown) {
    super(`The events could not all be handled; the last one handled is ${cursor ?? 'none'}.`, { cause });
    this.cursor = cursor;
  }
}
