import type { Log } from '@guichet/kernel/log';
import { Logger } from 'graphile-worker';

/** A warning about jobs that use the queue's connections. Ours use the service's, so a small pool is fine. */
const about_pool_size = /^WARNING: having maxPoolSize/;

/** Makes the queue log to our log. Messages about each job go to debug. */
export function makeQueueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    if (level === 'error') log.error({ queue: scope }, message);
    else if (level === 'warning' && !about_pool_size.test(message)) log.warn({ queue: scope }, message);
    else log.debug({ queue: scope }, message);
  });
}
