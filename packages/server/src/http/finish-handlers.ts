import type { FastifyInstance } from 'fastify';

/**
 * Makes closing also wait for handlers whose client has disconnected. Node counts a request as finished once its
 * connection has ended, although its handler continues and would query a closed database.
 */
export function finishHandlers(app: FastifyInstance): void {
  let running = 0;
  let finish: (() => void) | undefined;
  const end = (): void => {
    running -= 1;
    if (running === 0) finish?.();
  };
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handle(request, reply) {
      running += 1;
      try {
        const result: unknown = handler.call(this, request, reply);
        Promise.resolve(result).then(end, end);
        return result;
      } catch (error) {
        end();
        throw error;
      }
    };
  });
  app.addHook('onClose', async () => {
    if (running === 0) return;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
}
