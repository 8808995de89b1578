import { AppError, type ErrorCode } from '@guichet/kernel/errors';

/** Our codes for errors of the HTTP framework. */
const codes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_ASYNC_CONSTRAINT: 'invalid_request',
};

/**
 * Turns anything thrown while handling a request into an error that callers may see. An unknown error becomes a
 * 500.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? codes[String(error.code)] : undefined;
  if (code) return new AppError(code, { cause: error });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new AppError('invalid_request', { cause: error });
  if (isDatabaseAway(error)) return new AppError('unavailable', { cause: error });
  return new AppError('internal_error', { cause: error });
}

/**
 * Messages of errors without a code: the driver's, including those for a connection that broke between two
 * statements.
 */
const away_messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * True if the connection was refused or reset, or PostgreSQL is shutting down (SQLSTATE class 08, 57P01 to 57P03),
 * out of connections (53300) or disk space (53100), or accepts no writes (25006).
 */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(08...|25006|53[13]00|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code)) return true;
  return away_messages.test(error.message);
}
