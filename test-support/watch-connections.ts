import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, Socket } from 'node:net';
import { inject } from 'vitest';

export interface ConnectionWatch {
  /** The port of a server that listens on every address of this machine. */
  readonly port: number;
  /** Addresses of this machine at which connections have arrived. */
  readonly arrived: readonly string[];
  /** Addresses that sockets of this process have tried to reach, excluding connections to the database. */
  readonly attempts: readonly string[];
  /** Clears the records. */
  forget(): void;
  close(): Promise<void>;
}

/** Records every connection that arrives at the port, and every one that this process opens. */
export async function watchConnections(): Promise<ConnectionWatch> {
  const arrived: string[] = [];
  const attempts: string[] = [];
  const server = createServer((socket) => {
    arrived.push((socket.localAddress ?? '').replace(/^::ffff:/, ''));
    socket.on('error', () => socket.destroy());
    socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    );
  });
  // The worker's service, which other files share, connects to the database at any time.
  const database_port = Number(new URL(inject('server_url')).port);
  const onSocket = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return;
    const { socket } = message;
    if (!(socket instanceof Socket)) return;
    socket.on('connectionAttempt', (address, port) => {
      if (port !== database_port) attempts.push(address);
    });
  };
  subscribe('net.client.socket', onSocket);
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('the server has no port');
  return {
    port: place.port,
    arrived,
    attempts,
    forget: () => {
      arrived.length = 0;
      attempts.length = 0;
    },
    close: async () => {
      unsubscribe('net.client.socket', onSocket);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
