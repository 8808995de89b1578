import type { IncomingMessage } from 'node:http';

const body_bytes_max = 1024 * 1024;

/** Reads the body exactly as received, because that is what was signed; null if it exceeds 1 MiB. */
export async function readRawBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The stream is not destroyed on an early return, because the response still has to be sent on this connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > body_bytes_max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
