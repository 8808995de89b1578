import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { makeApp } from '../../../http/make-app.ts';
import { sendPage } from '../../answer.ts';
import { samplePage } from '../../samples.ts';
import type { Document } from './documents.ts';

export interface DocumentServer {
  readonly url: string;
  /** Method and path of each request so far: `GET /pay/0`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Sends documents at `/pay/{index}` the way the service sends its pages. */
export async function serveDocuments(documents: readonly Document[]): Promise<DocumentServer> {
  const asked: string[] = [];
  const app = makeApp(pino({ level: 'silent' }));
  app.addHook('onRequest', async (request) => void asked.push(`${request.method} ${request.url}`));
  app.get('/pay/:index', (request, reply) => {
    const { index } = request.params as { index: string };
    const parts = documents[Number(index)]?.parts ?? [];
    return sendPage(reply, { status: 200, parts, nonce: samplePage.nonce });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => app.close() };
}
