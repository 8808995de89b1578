import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Grace period for a request that was already being sent when we stopped listening. */
const silent_for_ms = 500;

/**
 * Makes closing wait only for requests in flight. Otherwise it would also wait for idle persistent connections (72
 * s), and for connections that browsers opened in advance and never used.
 */
export function closeQuickly(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      // Responses whose headers were sent before closing began do not instruct the client to close the connection,
      // so idle connections are closed here.
      const timer = setInterval(() => app.server.closeIdleConnections(), silent_for_ms).unref();
      app.server.once('close', () => clearInterval(timer));
    }, silent_for_ms).unref();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
