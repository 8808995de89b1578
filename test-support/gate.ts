import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to the database that can be closed, as if the network or the server had failed. */
export interface Gate {
  /** The URL of the database through the gate. */
  readonly database_url: string;
  /** Cuts every connection and accepts no new one. */
  close(): Promise<void>;
  open(): Promise<void>;
  /**
   * Drops the responses of the database, or all data, without closing a connection, as if a machine had
   * vanished. A connection that has lost data never transmits anything in that direction again.
   */
  lose(what: 'answers' | 'everything'): void;
  /** Cuts every connection, and refuses new ones like a server that is starting, until `pass` is called. */
  refuse(): void;
  /** Accepts connections and transmits their data again, except on those that have lost data. */
  pass(): void;
}

/** The ErrorResponse that PostgreSQL sends while it starts. The length includes the length field itself. */
const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0';
const length = Buffer.alloc(4);
length.writeInt32BE(4 + fields.length);
const starting_up = Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);

/** Makes an open gate to a database. */
export async function makeGate(database_url: string): Promise<Gate> {
  const target = new URL(database_url);
  const sockets = new Set<Socket>();
  let losing: 'nothing' | 'answers' | 'everything' = 'nothing';
  let isRefusing = false;
  const server = createServer((from) => {
    if (isRefusing) {
      from.once('data', () => from.end(starting_up));
      from.on('error', () => from.destroy());
      return;
    }
    const to = connect(Number(target.port || 5432), target.hostname);
    const lost = new Set<Socket>();
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('close', () => {
        sockets.delete(one);
        // A machine that has vanished does not close its connections.
        if (losing === 'nothing' || one === from) other.destroy();
      });
      // The connection was cut; 'close' follows.
      one.on('error', () => other.destroy());
      one.on('data', (data) => {
        if (losing === 'everything' || (losing === 'answers' && one === to)) lost.add(one);
        if (!lost.has(one)) other.write(data);
      });
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
    lose: (what) => {
      losing = what;
    },
    refuse: () => {
      isRefusing = true;
      for (const socket of sockets) socket.destroy();
    },
    pass: () => {
      losing = 'nothing';
      isRefusing = false;
    },
  };
}
