import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to the database that can be closed, as if the network or the server had failed. */
export interface Gate {
  /** Address of the database through the gate. */
  readonly database_url: string;
  /** Cuts every connection and accepts no new one. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** Makes an open gate to a database. */
export async function makeGate(database_url: string): Promise<Gate> {
  const target = new URL(database_url);
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      // The connection was cut; 'close' follows.
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const gated = new URL(database_url);
  gated.host = `127.0.0.1:${port}`;
  return {
    database_url: gated.href,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: () => listen(port),
  };
}
