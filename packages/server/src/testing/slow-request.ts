import { setTimeout } from 'node:timers/promises';
import { openSocket, readToEnd } from './send-bytes.ts';

/** A request whose head has arrived at the server, which now waits for the body. */
export interface BegunRequest {
  /** Sends the body. @returns the response, without the interim 100 Continue */
  finish(): Promise<string>;
}

/** Long enough for access to be checked again. */
const pause_ms = 1_500;

/**
 * Sends the head of a POST and waits until the server requests the body (RFC 9110 section 10.1.1). When the test
 * calls `finish`, the body is sent after a pause that is long enough for the server to check access again.
 */
export async function beginRequest(
  origin: string,
  {
    path,
    headers,
    body,
  }: { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<BegunRequest> {
  const socket = await openSocket(origin);
  const text = readToEnd(socket);
  const lines = Object.entries({
    host: new URL(origin).host,
    connection: 'close',
    expect: '100-continue',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const asked = new Promise((resolve) => socket.once('data', resolve));
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await asked;
  return {
    finish: async () => {
      await setTimeout(pause_ms);
      socket.write(body);
      return (await text).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
    },
  };
}
