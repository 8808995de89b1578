import type { FastifyReply } from 'fastify';

/** Lost access takes effect within this time (design section 7). */
const believed_ms = 1_000;

/**
 * True if a request began so long ago that its sender may have lost access since. Senders are admitted before the body
 * is read, which may take up to half a minute to arrive.
 */
export function isLate({ elapsedTime }: Pick<FastifyReply, 'elapsedTime'>): boolean {
  return elapsedTime > believed_ms;
}
