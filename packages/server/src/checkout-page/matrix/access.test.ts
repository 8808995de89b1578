import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../../test-support/browser.ts';
import { sampleOf } from '../../../../../test-support/tier.ts';
import { collectBreaches } from './testing/collect-breaches.ts';
import { type Document, furtherDocuments, mainStates, mostDocuments } from './testing/documents.ts';
import { openTab, readViolations, type Sight, schemes } from './testing/open-tab.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await launchBrowser({ javascript: true });
});
afterAll(() => browser.close());

/** Lists the violations in documents at one size and colour scheme. */
async function findViolations(documents: readonly Document[], sight: Sight): Promise<readonly string[]> {
  const { look, page } = await openTab(browser, sight);
  const breaches = await collectBreaches(documents, (html) => look<string[]>(html, readViolations));
  await page.context().close();
  return breaches;
}

test('the check finds planted faults, in the requested colour scheme', async () => {
  const html = `<!doctype html><html lang="fr"><head><title>Payer</title><style>
    @media(prefers-color-scheme:dark){p{color:#222;background:#000}}a{display:block;width:9px;height:9px}
    </style></head><body><main><h1>Payer</h1><p>Total</p><a href="#a">a</a><a href="#b">b</a><input></main></body></html>`;
  const seen = async (scheme: Sight['scheme']) => {
    const tab = await openTab(browser, { width: 360, height: 640, scheme });
    const violations = await tab.look<string[]>(html, readViolations);
    return new Set(violations.map((violation) => violation.split(':')[0]));
  };
  expect(await seen('light')).toEqual(new Set(['label', 'target-size']));
  expect(await seen('dark')).toEqual(new Set(['label', 'target-size', 'color-contrast']));
});

/** The number of pages checked in an ordinary run; all of them are checked every night. */
const pages_usual = 15;

// Concurrently: each colour scheme has its own browser process.
describe.each(schemes)('%s: axe finds no violations', { concurrent: true }, (scheme) => {
  const most = sampleOf([...mostDocuments(), ...furtherDocuments('fr')], pages_usual);
  const main = mostDocuments().filter(({ state }) => mainStates.has(state));

  test(`on any of ${most.length} pages, on a phone`, { timeout: 240_000 }, async () => {
    expect(await findViolations(most, { width: 360, height: 640, scheme })).toEqual([]);
  });

  const sights = [
    [320, 'ar', 568],
    [1280, 'fr', 800],
    [320, 'fr', 568],
  ] as const;
  test.each(sampleOf(sights, 1))(
    'on the main pages at %i px, %s',
    { timeout: 240_000 },
    async (width, language, height) => {
      const documents = main.filter((document) => document.language === language);
      expect(await findViolations(documents, { width, height, scheme })).toEqual([]);
    },
  );
});
