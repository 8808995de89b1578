import { asProblem, type Problem } from './problem.ts';

/** Every error that callers can get: its HTTP status and its default message. */
export const errorCatalogue = {
  invalid_request: { status: 400, message: 'The request could not be read.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  authentication_required: {
    status: 401,
    message: 'Send your API key in the Authorization header: "Bearer svc_test_...".',
  },
  invalid_api_key: { status: 401, message: 'This API key is not valid. Check that you copied all of it.' },
  revoked_api_key: { status: 401, message: 'This API key was revoked. Use another one.' },
  expired_api_key: { status: 401, message: 'This API key has expired. Use another one.' },
  missing_scope: {
    status: 403,
    message: 'This API key lacks the required scope. Use a key that has it.',
  },
  address_not_allowed: {
    status: 403,
    message: 'This API key may not be used from this address.',
  },
  forbidden: { status: 403, message: 'This is not allowed here.' },
  proof_required: {
    status: 403,
    message: 'Confirm that it is you, with your password, a code or a passkey. Then send this again.',
  },
  second_factor_required: {
    status: 403,
    message:
      'This merchant requires two-factor authentication. Set it up, or sign in with your second factor, and send this again.',
  },
  not_found: { status: 404, message: 'Nothing exists at this address.' },
  merchant_not_found: { status: 404, message: 'No merchant has this id.' },
  key_not_found: { status: 404, message: 'No API key has this id.' },
  payment_not_found: { status: 404, message: 'No payment has this id in this mode.' },
  payment_link_not_found: { status: 404, message: 'No payment link has this id in this mode.' },
  refund_not_found: { status: 404, message: 'No refund has this id.' },
  payout_not_found: { status: 404, message: 'No payout has this id in this mode.' },
  customer_not_found: { status: 404, message: 'No customer has this id in this mode.' },
  endpoint_not_found: { status: 404, message: 'No webhook endpoint has this id.' },
  event_not_found: { status: 404, message: 'No event has this id in this mode.' },
  delivery_not_found: { status: 404, message: 'No webhook delivery has this id.' },
  dashboard_only: { status: 404, message: 'This is not part of the API. Use the dashboard.' },
  receipt_not_found: { status: 404, message: 'No receipt has this number. Check that you copied all of it.' },
  session_not_found: { status: 404, message: 'No checkout session has this token.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  payment_in_progress: {
    status: 409,
    message: 'A payment is being processed. Wait for its result before trying anything else.',
  },
  operator_unavailable: {
    status: 409,
    message: 'This operator is not available at the moment. Choose another one.',
  },
  payment_too_soon: {
    status: 409,
    message:
      'This operator refuses the same amount from the same number so soon after the last attempt. Wait as long as ' +
      'Retry-After says, or choose another operator.',
  },
  too_many_attempts: {
    status: 409,
    message: 'There were too many attempts at this payment. Create a new one.',
  },
  payment_link_unavailable: { status: 409, message: 'This payment link cannot be paid any more.' },
  already_collected: { status: 409, message: 'These goods were already handed over.' },
  idempotency_key_in_use: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running. Send it again in a moment.',
  },
  conflict: { status: 409, message: 'The object has changed and no longer allows this.' },
  session_expired: { status: 410, message: 'This checkout session has expired. Create a new one.' },
  body_too_large: { status: 413, message: 'The body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  invalid_fields: { status: 422, message: 'Some fields are not valid.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  insufficient_balance: { status: 422, message: 'The balance is not sufficient for this payout.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.' },
  internal_error: { status: 500, message: 'Something went wrong on our side. Nothing was lost; try again.' },
  recovering: {
    status: 503,
    message:
      'The service was restored and is checking what it had sent before. Nothing was sent now. Send the same request again, with the same Idempotency-Key, once the service is open.',
  },
  unavailable: { status: 503, message: 'The service cannot respond at the moment. Try again shortly.' },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** Field names with messages, as in the interface's envelope of a 422. */
export type FieldErrors = Record<string, string[]>;

/** Field names with problems, each with a code. */
export type FieldProblems = Record<string, Problem[]>;

type GivenFields = Readonly<Record<string, readonly (Problem | string)[]>>;

/** An error meant for the caller. `message` is public; details for the log go into `cause`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | null;
  /** The same problems as in `fields`, for programs. */
  readonly problems: FieldProblems | null;
  /** The same as `message`, for programs, where `code` is not specific enough. */
  readonly reason: Problem | null;
  /** Seconds after which another attempt may succeed; null if unknown. */
  readonly retry_after_s: number | null;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      /** Replaces `message`. */
      reason?: Problem;
      fields?: GivenFields | undefined;
      retry_after_s?: number;
      cause?: unknown;
    } = {},
  ) {
    const { message, reason, fields, retry_after_s, cause } = options;
    super(message ?? reason?.sentence ?? errorCatalogue[code].message, { cause });
    this.name = 'AppError';
    this.code = code;
    this.problems = fields ? mapFields(fields, asProblem) : null;
    this.fields = this.problems && mapFields(this.problems, ({ sentence }) => sentence);
    this.reason = reason ?? null;
    this.retry_after_s = retry_after_s ?? null;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** Makes a 422 error that lists every invalid field. */
export function invalidFields(fields: GivenFields): AppError {
  return new AppError('invalid_fields', { fields });
}

function mapFields<Item, Made>(
  fields: Readonly<Record<string, readonly Item[]>>,
  make: (item: Item) => Made,
): Record<string, Made[]> {
  // A field may be called "__proto__": `fromEntries` defines it, an assignment would change the prototype.
  return Object.fromEntries(Object.entries(fields).map(([name, items]) => [name, items.map(make)]));
}
