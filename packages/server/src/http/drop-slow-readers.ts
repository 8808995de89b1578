import type { FastifyInstance } from 'fastify';

/** A response of this size or less fits into the buffers of a connection. */
const small_bytes = 16 * 1024;

/**
 * Closes the connection of a client that does not take its response in time: until it is taken, its whole text stays
 * in memory. Responses that are streamed are written only as fast as they are taken, so they may take longer.
 *
 * @param taken_within_ms the time that a client has to take a response
 */
export function dropSlowReaders(app: FastifyInstance, taken_within_ms: number): void {
  app.addHook('onSend', async (_request, { raw }, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return;
    if (payload.length <= small_bytes) return;
    const timer = setTimeout(() => raw.destroy(), taken_within_ms).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
