import type { Log } from '@guichet/kernel/log';
import { Logger } from 'graphile-worker';

/** A warning for those whose jobs use the queue's connections. Ours use the service's, so a small pool is no problem. */
const about_pool_size = /^WARNING: having maxPoolSize/;

/** The queue's log lines in ours. Its chatter about every job goes to debug. */
export function makeQueueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    if (level === 'error') log.error({ queue: scope }, message);
    else if (level === 'warning' && !about_pool_size.test(message)) log.warn({ queue: scope }, message);
    else log.debug({ queue: scope }, message);
  });
}
