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
    typeof to === 'number' ? openDestination(to) : to,
  );
}

/** The maximum size of the lines that wait to be written, in bytes; lines beyond that are lost. */
const unwritten_max = 1_000_000;

/**
 * Opens a file descriptor for log lines. Lines are written synchronously, so they are not lost if the process
 * dies. A line that cannot be written, for instance because the disk is full, must not affect payments:
 * without a listener, its error would end the process or fail the request that logs it. The error itself
 * cannot be reported anywhere.
 */
function openDestination(fd: number): DestinationStream {
  // Every line is longer than `minLength`; without one, `flush` does nothing.
  const destination = pino.destination({ fd, sync: true, minLength: 1, maxLength: unwritten_max });
  destination.on('error', () => undefined);
  // Otherwise nothing would be written any more once the buffer is full.
  destination.on('drop', () => destination.flush());
  return destination;
}
