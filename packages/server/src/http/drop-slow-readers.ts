import type { FastifyInstance } from 'fastify';

/** A response of this size or less fits into the buffers of a connection. */
const small_bytes = 16 * 1024;

/**
 * Closes the connection of a client that does not read its response in time, because the whole response stays
 * in memory until then. Streamed responses are written only as fast as the client reads them, so they may
 * take longer.
 *
 * @param taken_within_ms the time that a client has to read a response
 */
export function dropSlowReaders(app: FastifyInstance, taken_within_ms: number): void {
  app.addHook('onSend', async (_request, { raw }, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return;
    if (payload.length <= small_bytes) return;
    const timer = setTimeout(() => raw.destroy(), taken_within_ms).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
