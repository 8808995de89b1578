import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../../test-support/browser.ts';
import { sampleOf } from '../../../../../test-support/tier.ts';
import { collectBreaches } from './testing/collect-breaches.ts';
import { furtherDocuments, mostDocuments } from './testing/documents.ts';
import { openTab, readOverflow, readSmallControls } from './testing/open-tab.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await launchBrowser({ javascript: true });
});
afterAll(() => browser.close());

const all = [...mostDocuments(), ...furtherDocuments('fr'), ...furtherDocuments('ar')];
/** An evenly spread sample, large enough to contain every state (tested below). */
const documents = sampleOf(all, 276);

test('the sample contains every state', () => {
  expect(new Set(documents.map(({ state }) => state))).toEqual(new Set(all.map(({ state }) => state)));
});

test('the check finds content that is too wide, and controls that are too small', async () => {
  const { look } = await openTab(browser, { width: 320, height: 568, scheme: 'light' });
  const page = (body: string) => `<!doctype html><title>Payer</title><style>body{margin:0}</style>${body}`;
  const wide = '<p style="width:330px">a</p><p style="width:50px;overflow:hidden">aaaaaaaaaaaaaaaaaaaaa</p>';
  expect(await look(page(wide), readOverflow)).toHaveLength(3);
  expect(await look(page('<p>a</p>'), readOverflow)).toEqual([]);
  expect(await look(page('<button>a</button><summary>b</summary>'), readSmallControls)).toHaveLength(2);
});

test.concurrent.each(
  sampleOf(
    [
      [320, 568],
      [1280, 800],
      [360, 640],
      [768, 1024],
    ] as const,
    1,
  ),
)(
  `at %i px nothing overflows on ${documents.length} pages, and every control is 44 px or more`,
  { timeout: 240_000 },
  async (width, height) => {
    const { look } = await openTab(browser, { width, height, scheme: 'light' });
    const find = (html: string) => look<string[]>(html, `[...${readOverflow}, ...${readSmallControls}]`);
    expect(await collectBreaches(documents, find)).toEqual([]);
  },
);
