import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService } from '../../../../../test-support/service.ts';
import { makeCheckout } from '../../testing/api.ts';
import { script } from '../script.ts';
import { allDocuments, furtherDocuments, templates } from './testing/documents.ts';
import { readWire } from './testing/read-wire.ts';
import { type DocumentServer, serveDocuments } from './testing/serve-documents.ts';

/** Bytes that a server may send before the first acknowledgement: ten segments (RFC 6928), less some for TLS. */
const wireBytesMax = 14_000;
const scriptBytesMax = 3_400;

const documents = [...allDocuments(), ...furtherDocuments('fr'), ...furtherDocuments('ar')];
let server: DocumentServer;
beforeAll(async () => {
  server = await serveDocuments(documents);
});
afterAll(() => server.close());

test(`each of ${documents.length} pages is at most ${wireBytesMax} bytes on the wire, including headers`, async () => {
  const sizes: { name: string; template: string | null; bytes: number }[] = [];
  for (const [index, { name, template }] of documents.entries()) {
    const wire = await readWire(server.url, `/pay/${index}`);
    expect(wire.encoding, name).toBe('gzip');
    sizes.push({ name, template, bytes: wire.head_bytes + wire.body_bytes });
  }
  expect(sizes.filter(({ bytes }) => bytes > wireBytesMax)).toEqual([]);
  for (const template of [...templates, null]) {
    const own = sizes.filter((size) => size.template === template).sort((a, b) => a.bytes - b.bytes);
    const [least, most] = [own[0], own.at(-1)];
    const span = `${least?.bytes} (${least?.name}) to ${most?.bytes} bytes (${most?.name})`;
    process.stdout.write(`${template ?? 'no session'}: ${span}\n`);
  }
});

test.each(['zstd', 'br'])(
  'the longest pages are also within the limit for a client that accepts only %s',
  async (encoding) => {
    const too_large: string[] = [];
    const longest = [...documents.entries()].sort(([, a], [, b]) => b.html.length - a.html.length);
    for (const [index, { name }] of longest.slice(0, 60)) {
      const wire = await readWire(server.url, `/pay/${index}`, encoding);
      expect(wire.encoding, name).toBe(encoding);
      if (wire.head_bytes + wire.body_bytes > wireBytesMax) too_large.push(name);
    }
    expect(too_large).toEqual([]);
  },
);

test('the pages of a running service are also within the limit, with all headers', async () => {
  const limited = { RATE_LIMIT_IP_PER_SECOND: undefined, RATE_LIMIT_KEY_PER_SECOND: undefined };
  const service = await startTestService({ env: limited });
  try {
    for (const template of templates) {
      const { token } = await makeCheckout(service, { template, cancel_url: 'https://shop.example/cart' });
      const wire = await readWire(service.url, `/pay/${token}?lang=fr`);
      expect(wire.encoding).toBe('gzip');
      expect(wire.head_bytes + wire.body_bytes).toBeLessThanOrEqual(wireBytesMax);
      process.stdout.write(`${template}, by the service: ${wire.head_bytes} and ${wire.body_bytes} bytes\n`);
    }
  } finally {
    await service.stop();
  }
});

test(`the script is at most ${scriptBytesMax} bytes after gzip`, () => {
  expect(gzipSync(script).length).toBeLessThanOrEqual(scriptBytesMax);
});
