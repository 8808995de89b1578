import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressPage, gzipPage, page_encodings } from './compress.ts';
import { fixedParts, renderBarePage, renderPage } from './render.ts';
import { samplePage, sampleViews } from './samples.ts';

describe('gzipPage', () => {
  const cases: readonly [text: string, fixed: readonly string[]][] = [
    ['', []],
    ['a', ['b']],
    ['style', ['style']],
    ['<style>rules</style>é 25 000 F CFA<script>run</script>', ['other', 'rules', 'run']],
    // Only the first of two, and none that stands before one that was found.
    ['run rules run run', ['rules', 'run', 'rules']],
    ['م'.repeat(40_000), ['مم']],
  ];
  test.each(cases)('survives a round trip: %.40j', (text, fixed) => {
    expect(gunzipSync(gzipPage(text, fixed)).toString()).toBe(text);
    // From what was deflated before, too.
    expect(gunzipSync(gzipPage(`${text} again`, fixed)).toString()).toBe(`${text} again`);
  });

  test('is about as small as compressing each page in one piece', () => {
    const bare = { language: 'fr', nonce: 'bm9uY2U', kind: 'error', reload_href: '/pay/tok' } as const;
    const pages = (['default', 'abidjan', 'cotonou'] as const).flatMap((template) =>
      Object.values(sampleViews).map((view) => renderPage({ ...samplePage, template, view })),
    );
    for (const page of [...pages, renderBarePage(bare)]) {
      const zipped = gzipPage(page, fixedParts);
      expect(gunzipSync(zipped).toString()).toBe(page);
      expect(zipped.length).toBeLessThan(gzipSync(page).length + 250);
    }
  });
});

const decoders = { gzip: gunzipSync, zstd: zstdDecompressSync, br: brotliDecompressSync };

test.each(page_encodings)('%s survives a round trip, and does not grow much', (encoding) => {
  for (const view of Object.values(sampleViews)) {
    const page = renderPage({ ...samplePage, view });
    const compressed = compressPage(page, encoding, fixedParts);
    expect(decoders[encoding](compressed).toString()).toBe(page);
    expect(compressed.length).toBeLessThan(gzipSync(page).length * 1.2);
  }
});

test('most of a page consists of fixed parts', () => {
  for (const template of ['default', 'abidjan', 'cotonou'] as const) {
    const page = renderPage({ ...samplePage, template });
    const found = fixedParts.filter((part) => page.includes(part));
    expect(found).toHaveLength(2);
    expect(found.join('').length / page.length).toBeGreaterThan(0.5);
  }
});
