import { createServer, type Socket } from 'node:net';

export interface RawReceiver {
  readonly port: number;
  /** How many connections are open. */
  open(): number;
  /** How many were ever opened. */
  opened(): number;
  close(): Promise<void>;
}

/** A server that says what it likes, HTTP or not, to whoever connects. It reads all that it is sent. */
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

/** Writes the same again and again, as fast as it is read, until the connection is gone. */
export function pour(socket: Socket, piece: string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
}

/** Writes a piece every few milliseconds until the connection is gone. */
export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 10);
  socket.on('close', () => clearInterval(timer));
}
