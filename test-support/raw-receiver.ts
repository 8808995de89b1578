import { createServer, type Socket } from 'node:net';

export interface RawReceiver {
  readonly port: number;
  /** The number of open connections. */
  open(): number;
  /** The number of connections ever opened. */
  opened(): number;
  close(): Promise<void>;
}

/**
 * Starts a TCP server whose responses are up to the test: they may be HTTP, or anything else. It discards
 * what it receives.
 */
export async function startRawReceiver(behave: (socket: Socket) => void): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((socket) => {
    opened++;
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    behave(socket);
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('the server has no port');
  return {
    port: place.port,
    open: () => sockets.size,
    opened: () => opened,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes the same text repeatedly, as fast as it is read, until the connection closes. */
export function pour(socket: Socket, piece: string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
}

/** Writes a text every few milliseconds until the connection closes. */
export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 10);
  socket.on('close', () => clearInterval(timer));
}
