import type { Hmac } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { verifyWebhook } from '@guichet/client';
import { Webhook } from 'standardwebhooks';

export interface Shop {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a merchant's web server on this machine; over TLS when options are given. */
export function startShop(answer: RequestListener, tls?: ServerOptions): Promise<Shop> {
  return listen(tls ? createSecureServer(tls, answer) : createServer(answer));
}

/** Starts a server that does not speak HTTP. */
export function startPlainServer(answer: (socket: Socket) => void): Promise<Shop> {
  return listen(createPlainServer(answer));
}

async function listen(server: Server): Promise<Shop> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    // The doctor may close the connection at any moment.
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Reads a request body to its end. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/**
 * Makes a handler that verifies messages with the published client and responds with 200, or with `refusal` when
 * verification fails.
 *
 * @param options.read returns the body that the handler verifies; a body other than the one that was sent simulates
 * a bug
 */
export function verifying(
  secret: () => string,
  options: {
    readonly refusal?: number;
    readonly tolerance?: number;
    readonly read?: (body: string) => string;
    readonly takesUnsigned?: true;
    /** Whether to respond with 422 to data with unknown fields. */
    readonly strict?: true;
    /** The body of the response to a message that the handler accepts. */
    readonly body?: string;
    readonly type?: string;
  } = {},
): RequestListener {
  const { refusal = 401, tolerance = 300, read = (body) => body } = options;
  return async (request, response) => {
    const body = await readBody(request).catch(() => null);
    if (body === null) return void response.destroy();
    if (!(await isGenuine(request, read(body)))) return void response.writeHead(refusal).end();
    if (options.strict && JSON.parse(body).data.probe) return void response.writeHead(422).end();
    response.writeHead(200, { 'content-type': options.type ?? 'text/plain' }).end(options.body);
  };

  async function isGenuine({ headers }: IncomingMessage, body: string): Promise<boolean> {
    if (options.takesUnsigned && headers['x-service-signature'] === undefined) return true;
    try {
      await verifyWebhook(body, headers, secret(), { tolerance });
      return true;
    } catch {
      // Rejected.
      return false;
    }
  }
}

/** Makes a handler that compares X-Service-Signature with the given MAC. */
export function verifyingService(sum: (body: string, time: string) => Hmac): RequestListener {
  return async (request, response) => {
    const body = await readBody(request);
    const header = String(request.headers['x-service-signature']);
    const [, time = '', given] = /^t=(\d+),v1=(\w+)$/.exec(header) ?? [];
    response.writeHead(sum(body, time).digest('hex') === given ? 200 : 401).end();
  };
}

/** Makes a handler that verifies the Standard Webhooks headers with their library. */
export function verifyingStandard(secret: () => string): RequestListener {
  return async (request, response) => {
    const body = await readBody(request);
    let status = 200;
    try {
      new Webhook(secret()).verify(body, request.headers as Record<string, string>);
    } catch {
      // The library throws for every message that it rejects.
      status = 401;
    }
    response.writeHead(status).end();
  };
}

/** Makes a handler that reads the request and always gives the same response. */
export function always(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): RequestListener {
  return async (request, response: ServerResponse) => {
    await readBody(request).catch(() => response.destroy());
    response.writeHead(status, headers).end(body);
  };
}
