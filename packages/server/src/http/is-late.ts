import type { FastifyReply } from 'fastify';

/** Nobody who is shut out is believed longer than that (design section 7). */
const believed_ms = 1_000;

/**
 * Whether a request began so long ago that whoever sent it may have been shut out since. They are let in before the body
 * is read, and it may take up to half a minute to come.
 */
export function isLate({ elapsedTime }: Pick<FastifyReply, 'elapsedTime'>): boolean {
  return elapsedTime > believed_ms;
}
