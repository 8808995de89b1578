import { connect } from 'node:net';

/** Bytes received over a connection for one request. */
export interface Wire {
  /** Status line and header fields, with the empty line after them. */
  readonly head_bytes: number;
  readonly body_bytes: number;
  /** Value of `Content-Encoding`. */
  readonly encoding: string | null;
}

/**
 * Requests a path on its own connection and counts every byte of the response until the server closes it.
 *
 * @param accept_encoding by default the value that browsers send
 */
export function readWire(
  origin: string,
  path: string,
  accept_encoding = 'gzip, deflate, br, zstd',
): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const lines = [
      `GET ${path} HTTP/1.1`,
      'host: pay.shop.example',
      `accept-encoding: ${accept_encoding}`,
      'connection: close',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      const answer = Buffer.concat(chunks);
      const head_bytes = answer.indexOf('\r\n\r\n') + 4;
      const head = answer.subarray(0, head_bytes).toString('latin1');
      if (!head.startsWith('HTTP/1.1 200 ')) reject(new Error(`${path}: ${head}`));
      const encoding = /^content-encoding: (.*)\r$/im.exec(head)?.[1] ?? null;
      resolve({ head_bytes, body_bytes: answer.length - head_bytes, encoding });
    });
  });
}
