import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Header, HostileRequest } from './draft.ts';

export interface HostileAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Body, or the part of a stream received before the client closed the connection. */
  readonly text: string;
}

export interface HostileClient {
  /** @throws Error when the connection breaks before a response */
  send(hostile: HostileRequest): Promise<HostileAnswer>;
  close(): void;
}

/** Longer than the service takes for any request: a request that takes this long has hung. */
const patience_ms = 30_000;
/** A stream that is silent for this long may have nothing to send. */
const stream_silence_ms = 1_000;

/** Makes a client with persistent connections that reads only the beginning of a stream. */
export function makeHostileClient(origin: string, connections: number): HostileClient {
  const { hostname, port, host } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    close: () => agent.destroy(),
    send: (hostile) =>
      new Promise((resolve, reject) => {
        const sent = request({
          agent,
          hostname,
          port,
          method: hostile.method,
          path: hostile.path,
          headers: frame(hostile, host).flat(),
          timeout: patience_ms,
        });
        let isAnswered = false;
        sent.on('response', (response) => {
          isAnswered = true;
          const chunks: Buffer[] = [];
          const finish = (): void =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            });
          const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false;
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            if (!isStream) return;
            const leave = (): void => {
              finish();
              sent.destroy();
            };
            if (Buffer.concat(chunks).includes('\ndata: ')) leave();
            else setTimeout(leave, stream_silence_ms);
          });
          response.on('end', finish);
          response.on('error', reject);
        });
        sent.on('timeout', () => sent.destroy(new Error(`no response after ${patience_ms} ms`)));
        // A server that refuses a large body may close the connection before reading all of it.
        sent.on('error', (error) => {
          if (!isAnswered) reject(error);
        });
        sent.end(hostile.body ?? undefined);
      }),
  };
}

/** Adds the required headers of a request: the host and the length of its body. */
function frame({ method, headers, body }: HostileRequest, host: string): readonly Header[] {
  const has = (name: string): boolean => headers.some(([other]) => other.toLowerCase() === name);
  const isFramed = has('transfer-encoding') || (body === null && ['GET', 'HEAD'].includes(method));
  return [
    ...(has('host') ? [] : [['host', host] as const]),
    ...headers,
    ...(isFramed ? [] : [['content-length', String(body?.byteLength ?? 0)] as const]),
  ];
}
