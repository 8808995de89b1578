import type { FastifyReply } from 'fastify';

/** The time within which a loss of access takes effect (design section 7). */
const believed_ms = 1_000;

/**
 * True if a request began so long ago that its sender may have lost access since. Senders are admitted before the body
 * is read, which may take up to half a minute to arrive.
 */
export function isLate({ elapsedTime }: Pick<FastifyReply, 'elapsedTime'>): boolean {
  return elapsedTime > believed_ms;
}
