import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Simulator, SimulatorRequest } from './contract.ts';
import { answerControl, control_path } from './control.ts';
import { handleWithFaults } from './with-faults.ts';
import type { ControlledWorld } from './world.ts';

/** No request to a provider is larger than this. */
const body_bytes_max = 1024 * 1024;

/** A listening simulator. */
export interface ServedSimulator {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a simulator over HTTP on the loopback interface. @param port 0 for any free port */
export async function serveSimulator(
  simulator: Simulator,
  world: ControlledWorld,
  port = 0,
): Promise<ServedSimulator> {
  let url = '';
  const server = createServer((message, response) => {
    answer(simulator, world, url, message, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`the simulator failed: ${error}`);
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  simulator: Simulator,
  world: ControlledWorld,
  url: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await read(message, url);
  if (request.path.startsWith(control_path)) {
    const reply = answerControl(simulator, world, request);
    response.writeHead(reply.status, reply.headers).end(reply.body);
    return;
  }
  const { reply, delay_ms } = await handleWithFaults(simulator, world, request);
  // A client that has given up by then gets nothing, and the timer does not keep the process alive.
  if (delay_ms > 0) await setTimeout(delay_ms, null, { ref: false });
  if (reply === null) message.socket.destroy();
  else response.writeHead(reply.status, reply.headers).end(reply.body);
}

async function read(message: IncomingMessage, url: string): Promise<SimulatorRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > body_bytes_max) throw new Error('the request is too large');
    chunks.push(chunk);
  }
  const whole = new URL(message.url ?? '/', url);
  return {
    method: message.method ?? 'GET',
    path: whole.pathname,
    query: whole.searchParams,
    headers: Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    ),
    body: Buffer.concat(chunks).toString('utf8'),
    url: whole.href,
  };
}
