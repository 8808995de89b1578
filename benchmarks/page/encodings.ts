import { encodePage, type PageParts, page_encodings, textOf } from '@guichet/server/checkout-page/compress';
import { renderPage } from '@guichet/server/checkout-page/render';
import { samplePage } from '@guichet/server/checkout-page/samples';
import { median } from '../percentile.ts';

/**
 * `node benchmarks/page/encodings.ts`: prints the cost of each encoding of the hosted page: bytes of the body, and CPU
 * time compared with rendering the page, measured alternately.
 */
const rounds = 400;
const warming = 100;
const page = (): PageParts => renderPage({ ...samplePage, template: 'cotonou' });
const works = {
  rendering: () => textOf(page()),
  ...Object.fromEntries(page_encodings.map((name) => [name, () => encodePage(page(), name)])),
};

const times_ms = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]));
for (let round = -warming; round < rounds; round++) {
  for (const [name, work] of Object.entries(works)) {
    const from = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(from);
    if (round >= 0) times_ms.get(name)?.push((user + system) / 1000);
  }
}

const rendering_ms = median(times_ms.get('rendering') ?? []);
console.log('| coding | bytes | CPU, p50 | of rendering |\n|---|---|---|---|');
for (const [name, work] of Object.entries(works)) {
  const own_ms = median(times_ms.get(name) ?? []) - (name === 'rendering' ? 0 : rendering_ms);
  const cells = [
    name,
    Buffer.byteLength(work()),
    `${own_ms.toFixed(2)} ms`,
    (own_ms / rendering_ms).toFixed(1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
