import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodePage, fix, gzipPage, type PageParts, page_encodings, textOf } from './compress.ts';
import { renderBarePage, renderPage } from './render.ts';
import { samplePage, sampleViews } from './samples.ts';

const rules = fix('rules');
const cases: readonly [name: string, parts: PageParts][] = [
  ['no parts', []],
  ['empty text', ['']],
  ['fixed parts alone', [rules]],
  ['the same fixed part twice', [rules, rules]],
  ['short and long parts', ['<style>', rules, `</style>${'é 25 000 F CFA '.repeat(40)}<script>`, fix('run')]],
  ['as many bytes as are stored uncompressed', ['م'.repeat(64)]],
  ['one byte more', [`${'م'.repeat(64)}a`]],
  ['more bytes than a window', ['م'.repeat(40_000)]],
];

test.each(cases)('decompressing restores the original text: %s', (_, parts) => {
  const text = textOf(parts);
  expect(encodePage(parts, null).toString()).toBe(text);
  expect(gunzipSync(gzipPage(parts)).toString()).toBe(text);
  // Also checks a page for which deflated blocks are reused.
  expect(gunzipSync(gzipPage([...parts, ' again'])).toString()).toBe(`${text} again`);
});

describe('gzipPage', () => {
  test('is about as small as each page compressed in one piece', () => {
    const bare = { language: 'fr', nonce: 'bm9uY2U', kind: 'error', reload_href: '/pay/tok' } as const;
    const pages = (['default', 'abidjan', 'cotonou'] as const).flatMap((template) =>
      Object.values(sampleViews).map((view) => renderPage({ ...samplePage, template, view })),
    );
    for (const page of [...pages, renderBarePage(bare)]) {
      const zipped = gzipPage(page);
      expect(gunzipSync(zipped).toString()).toBe(textOf(page));
      expect(zipped.length).toBeLessThan(gzipSync(textOf(page)).length + 250);
    }
  });
});

const decoders = { gzip: gunzipSync, zstd: zstdDecompressSync, br: brotliDecompressSync };

test.each(page_encodings)('%s round-trips, and is hardly larger than gzip', (encoding) => {
  for (const view of Object.values(sampleViews)) {
    const page = renderPage({ ...samplePage, view });
    const compressed = encodePage(page, encoding);
    expect(decoders[encoding](compressed).toString()).toBe(textOf(page));
    expect(compressed.length).toBeLessThan(gzipSync(textOf(page)).length * 1.2);
  }
});

test('most of a page consists of fixed parts', () => {
  for (const template of ['default', 'abidjan', 'cotonou'] as const) {
    const page = renderPage({ ...samplePage, template });
    const fixed = page.filter((part) => typeof part !== 'string');
    expect(textOf(fixed).length / textOf(page).length).toBeGreaterThan(0.5);
  }
});
