import { type DestinationStream, type Logger, pino } from 'pino';

/** Names under which a secret could reach a log line by mistake. */
const secret_paths = [
  'req.headers.authorization',
  'headers.authorization',
  '*.authorization',
  'key',
  '*.key',
  'secret',
  '*.secret',
  'otp',
  '*.otp',
  'phone',
  '*.phone',
  'token',
  '*.token',
];

/**
 * Makes the log: one JSON object per line.
 *
 * @param to file descriptor (1 for a service, 2 for a command whose output is its result), or a stream
 */
export function makeLogger(level: string, to: number | DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secret_paths, censor: '[redacted]' },
    },
    typeof to === 'number' ? pino.destination({ fd: to, sync: true }) : to,
  );
}
