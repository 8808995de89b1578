import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import pg from 'pg';

/** A pooler between a process and PostgreSQL, like PgBouncer before 1.21. */
export interface Pooler {
  /** URL of the same database through the pooler. */
  readonly database_url: string;
  close(): Promise<void>;
}

/** A message's type, and its length without the type. */
const header_length = 5;
/** The length and the protocol version: the first message of a connection has no type. */
const startup_header_length = 8;
/** The parameters of the first message that PgBouncer passes on; it refuses any others. */
const parameters_known = new Set(['user', 'database', 'client_encoding', 'application_name']);

/** A connection to PostgreSQL, with its current client. */
interface Backend {
  readonly socket: Socket;
  holder: Socket | null;
}

/**
 * Starts a pooler without support for prepared statements.
 *
 * @param mode when a client's connection is released: after each transaction, or when the client disconnects
 * @param backends_max the maximum number of connections to PostgreSQL
 */
export async function startPooler(
  database_url: string,
  mode: 'transaction' | 'session',
  backends_max = mode === 'session' ? 40 : 3,
): Promise<Pooler> {
  const backends = new Set<Backend>();
  const waiting: (() => void)[] = [];
  let opening = 0;

  const acquire = async (holder: Socket): Promise<Backend> => {
    for (;;) {
      // Prefers the connection that was opened last.
      const free = [...backends].findLast((one) => one.holder === null);
      if (free) return Object.assign(free, { holder });
      if (backends.size + opening < backends_max) {
        opening++;
        const opened: Backend = { socket: await openBackend(database_url), holder };
        opening--;
        backends.add(opened);
        opened.socket.on(
          'data',
          readMessages(false, (type, message) => forward(opened, type, message)),
        );
        return opened;
      }
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
  };
  const forward = (backend: Backend, type: string, message: Buffer): void => {
    backend.holder?.write(message);
    const isOver = type === 'Z' && message.toString('latin1', header_length) === 'I';
    if (!isOver || mode === 'session') return;
    backend.holder = null;
    waiting.shift()?.();
  };
  const drop = (holder: Socket): void => {
    for (const backend of backends) {
      if (backend.holder !== holder) continue;
      backends.delete(backend);
      backend.socket.destroy();
      waiting.shift()?.();
    }
  };

  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.once('close', () => drop(client));
    takeInTurn(client, async (type, message) => {
      if (type === '') return admit(client, message);
      if (type === 'X') return void client.end();
      const held = [...backends].find(({ holder }) => holder === client) ?? (await acquire(client));
      held.socket.write(message);
    });
  });
  return {
    database_url: await listen(server, database_url),
    close: async () => {
      for (const client of clients) client.destroy();
      for (const { socket } of backends) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Handles the messages of a client one after another. */
function takeInTurn(client: Socket, take: (type: string, message: Buffer) => Promise<void>): void {
  let queue = Promise.resolve();
  client.on(
    'data',
    readMessages(true, (type, message) => {
      queue = queue.then(() => take(type, message));
    }),
  );
}

/** Starts a server. @returns the database's URL with the address of this server */
async function listen(server: Server, database_url: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database_url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

/** Lets the driver sign in, and takes over its connection. */
async function openBackend(database_url: string): Promise<Socket> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: database_url, stream: () => socket });
  client.on('error', () => undefined);
  await client.connect();
  socket.removeAllListeners('data');
  return socket;
}

/** Admits every client, with its own backend key, as poolers do. */
function admit(client: Socket, startup: Buffer): void {
  const words = startup.toString('utf8', startup_header_length).split('\0');
  const unknown = words.find((word, index) => index % 2 === 0 && word !== '' && !parameters_known.has(word));
  if (unknown !== undefined) {
    const message = `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`;
    return void client.end(frame('E', Buffer.from(message)));
  }
  client.write(frame('R', Buffer.alloc(4)));
  client.write(frame('S', Buffer.from('server_version\x0018.0\0')));
  client.write(frame('K', randomBytes(8)));
  client.write(frame('Z', Buffer.from('I')));
}

function frame(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(header_length);
  header.write(type, 'latin1');
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

/**
 * Splits the received data into messages.
 *
 * @param begins whether the next message is the first of its connection, which is passed with an empty type
 *   because it has none
 */
function readMessages(
  begins: boolean,
  onMessage: (type: string, message: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isFirst = begins;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const type_length = isFirst ? 0 : 1;
      if (rest.length < type_length + 4) return;
      const length = type_length + rest.readInt32BE(type_length);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      onMessage(message.toString('latin1', 0, type_length), message);
      isFirst = false;
    }
  };
}
