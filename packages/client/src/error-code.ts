import type { OpenUnion } from './open-union.ts';

/** Error codes known to this version; the service's reference explains each one. */
export type KnownErrorCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'authentication_required'
  | 'invalid_api_key'
  | 'revoked_api_key'
  | 'expired_api_key'
  | 'missing_scope'
  | 'address_not_allowed'
  | 'forbidden'
  | 'not_found'
  | 'payment_not_found'
  | 'payout_not_found'
  | 'customer_not_found'
  | 'endpoint_not_found'
  | 'event_not_found'
  | 'delivery_not_found'
  | 'session_not_found'
  | 'dashboard_only'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'payment_in_progress'
  | 'operator_unavailable'
  | 'payment_too_soon'
  | 'too_many_attempts'
  | 'idempotency_key_in_use'
  | 'conflict'
  | 'session_expired'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'invalid_fields'
  | 'idempotency_key_reused'
  | 'insufficient_balance'
  | 'rate_limited'
  | 'internal_error'
  | 'recovering'
  | 'unavailable';

/** An error code; a newer service may send one that this version does not know. */
export type ErrorCode = OpenUnion<KnownErrorCode>;
