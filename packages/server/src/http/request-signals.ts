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
    const end = (): void => {
      open.delete(controller);
      controller.abort();
    };
    reply.raw.once('close', end);
    // The client has gone while it was being let in: nothing will be said of it any more.
    if (reply.raw.destroyed || reply.raw.closed) end();
    return controller.signal;
  };
}
