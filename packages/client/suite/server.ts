import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { AnswerReply, FaultReply, Received, Reply } from './replies.ts';

/**
 * The behavior server: a real HTTP server that sends the replies that a check has set, and records requests. Run it
 * in its own process: `node server.ts` prints its address as one line of JSON and exits when its standard input
 * closes.
 *
 * - `POST /stages` with a list of replies: `{id}`
 * - `POST /absent`: `{origin}` of a port where nothing listens
 * - `GET /stages/{id}`: the requests received
 * - anything under `/stages/{id}/play`: the next reply
 */
interface Stage {
  readonly replies: readonly Reply[];
  readonly received: Received[];
}

export interface BehaviourServer {
  /** Address without a trailing slash. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts the server in this process. */
export async function startBehaviourServer(): Promise<BehaviourServer> {
  const stages = new Map<string, Stage>();
  const server = createServer((request, response) => {
    // One request per connection, because these checks do not test how a client reuses broken connections.
    response.setHeader('connection', 'close');
    // A client that disconnected in the middle of its request needs no response.
    respond(stages, request, response).catch(() => response.destroy());
  });
  return {
    origin: await listen(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Returns the origin of a port that was free a moment ago. */
async function absentOrigin(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return origin;
}

async function respond(
  stages: Map<string, Stage>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const [, id = '', path] = /^\/stages\/(\w+)(?:\/play(\/.*))?$/.exec(request.url ?? '') ?? [];
  const stage = stages.get(id);
  if (request.url === '/absent') sendJson(response, { origin: await absentOrigin() });
  else if (request.url === '/stages') sendJson(response, { id: open(stages, body) });
  else if (stage && path === undefined) sendJson(response, stage.received);
  else if (stage && path) playNext(stage, request, { path, body }, response);
  else response.writeHead(404).end();
}

function open(stages: Map<string, Stage>, body: string): string {
  const id = `s${stages.size + 1}`;
  stages.set(id, { replies: JSON.parse(body), received: [] });
  return id;
}

function playNext(
  { replies, received }: Stage,
  request: IncomingMessage,
  { path, body }: Pick<Received, 'path' | 'body'>,
  response: ServerResponse,
): void {
  const reply = replies[Math.min(received.length, replies.length - 1)];
  received.push({
    method: request.method ?? '',
    path,
    headers: request.headers as Received['headers'],
    body,
  });
  if (!reply) response.writeHead(500).end('no replies');
  else if ('fault' in reply) fail(response, reply.fault);
  else answer(response, reply);
}

function answer(response: ServerResponse, reply: AnswerReply): void {
  const { status, headers, body = '', repeat = 1, bytewise, gzip } = reply;
  const bytes = Buffer.from(body.repeat(repeat));
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(gzip && { 'content-encoding': 'gzip' }),
    ...headers,
  });
  if (!bytewise) {
    response.end(gzip ? gzipSync(bytes) : bytes);
    return;
  }
  response.socket?.setNoDelay(true);
  let next = 0;
  const sendOne = (): void => {
    if (next === bytes.length) response.end();
    else response.write(bytes.subarray(next, ++next), () => setImmediate(sendOne));
  };
  sendOne();
}

function fail(response: ServerResponse, kind: FaultReply['fault']): void {
  switch (kind) {
    case 'never answer':
      return;
    case 'drop':
      response.destroy();
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'not HTTP':
      response.socket?.end('Welcome to the mail server!\r\n\r\n');
      return;
    case 'endless body':
      drip(response);
      return;
  }
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': '1000',
    'x-request-id': 'req_1',
  });
  response.write('{"message":', () => {
    if (kind === 'drop after headers') response.destroy();
    if (kind === 'short body') response.socket?.end();
  });
}

/** Sends single bytes slowly and without end; a limit on the time between two bytes would never stop it. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(timer));
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}

if (import.meta.main) {
  const { origin, close } = await startBehaviourServer();
  process.stdout.write(`${JSON.stringify({ origin })}\n`);
  process.stdin.on('end', () => void close()).resume();
}
