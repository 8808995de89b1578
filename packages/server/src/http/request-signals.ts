import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Makes the function that gives a request its signal: it aborts long work when the client disconnects, when the
 * response has been sent, or when the service stops.
 */
export function makeRequestSignals(app: FastifyInstance): (reply: FastifyReply) => AbortSignal {
  const open = new Set<AbortController>();
  let isClosing = false;
  // Waiting requests would delay the stop.
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const controller of open) controller.abort();
  });
  return (reply) => {
    const controller = new AbortController();
    open.add(controller);
    if (isClosing) controller.abort();
    const end = (): void => {
      open.delete(controller);
      controller.abort();
    };
    reply.raw.once('close', end);
    // The client disconnected while it was being admitted: no further event will follow.
    if (reply.raw.destroyed || reply.raw.closed) end();
    return controller.signal;
  };
}
