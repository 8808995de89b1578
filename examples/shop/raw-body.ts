import type { IncomingMessage } from 'node:http';

const body_bytes_max = 1024 * 1024;

/** The body exactly as received, which is what was signed; null when it is over 1 MiB. */
export async function readRawBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not destroyed on an early return: the response still has to be sent on this connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > body_bytes_max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
