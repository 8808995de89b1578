import { allDocuments, mainStates, templates } from '@guichet/server/checkout-page/matrix/testing/documents';
import { readWire } from '@guichet/server/checkout-page/matrix/testing/read-wire';
import { serveDocuments } from '@guichet/server/checkout-page/matrix/testing/serve-documents';

/**
 * `node benchmarks/page/bytes.ts`: prints a table of the bytes that each page takes on the wire, including headers,
 * in the language in which the page is largest.
 */
const documents = allDocuments();
const server = await serveDocuments(documents);
const sizes = new Map<string, number>();
for (const [index, { state, template }] of documents.entries()) {
  const { head_bytes, body_bytes } = await readWire(server.url, `/pay/${index}`);
  const key = `${state} ${template}`;
  sizes.set(key, Math.max(sizes.get(key) ?? 0, head_bytes + body_bytes));
}
await server.close();

const cell = (state: string, template: string | null) => sizes.get(`${state} ${template}`) ?? '';
console.log(`| page | ${templates.join(' | ')} |`);
console.log(`|---|${templates.map(() => '---|').join('')}`);
for (const state of [...mainStates, 'choose_everywhere']) {
  console.log(`| ${state} | ${templates.map((template) => cell(state, template)).join(' | ')} |`);
}
for (const state of new Set(
  documents.filter(({ template }) => template === null).map(({ state }) => state),
)) {
  console.log(`| ${state} | ${cell(state, null)} | | |`);
}
