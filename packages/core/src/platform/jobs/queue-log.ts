import type { Log } from '@guichet/kernel/log';
import { Logger } from 'graphile-worker';

/**
 * Matches the queue's warning about the size of its pool, which concerns jobs that use the queue's connections. Our
 * jobs use the service's connections, so a small pool suffices.
 */
const about_pool_size = /^WARNING: having maxPoolSize/;

/** Makes a logger for the queue that writes to our log. Messages about single jobs have level debug. */
export function makeQueueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    if (level === 'error') log.error({ queue: scope }, message);
    else if (level === 'warning' && !about_pool_size.test(message)) log.warn({ queue: scope }, message);
    else log.debug({ queue: scope }, message);
  });
}
