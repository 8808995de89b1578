import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Makes the function that gives a request its signal: it ends what takes long when the client goes away, when the
 * answer has been sent, or when the service stops.
 */
export function makeRequestSignals(app: FastifyInstance): (reply: FastifyReply) => AbortSignal {
  const open = new Set<AbortController>();
  let isClosing = false;
  // Requests that wait would hold up the stop.
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const controller of open) controller.abort();
  });
  return (reply) => {
    const controller = new AbortController();
    open.add(controller);
    if (isClosing) controller.abort();
    reply.raw.once('close', () => {
      open.delete(controller);
      controller.abort();
    });
    return controller.signal;
  };
}
