import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../../test-support/browser.ts';
import { sampleOf } from '../../../../../test-support/tier.ts';
import { allDocuments, mainStates } from './testing/documents.ts';
import { type DocumentServer, serveDocuments } from './testing/serve-documents.ts';

const documents = sampleOf(
  allDocuments().filter(
    ({ state, language, template }) => language === 'fr' && (template === null || mainStates.has(state)),
  ),
  20,
);
const paths = documents.map((_, index) => `/pay/${index}`);

describe.each([{ javascript: false }, { javascript: true }])(
  'JavaScript on: $javascript',
  ({ javascript }) => {
    let server: DocumentServer;
    let browser: TestBrowser;
    beforeAll(async () => {
      server = await serveDocuments(documents);
      browser = await launchBrowser({ javascript });
    });
    afterAll(async () => {
      await browser.close();
      await server.close();
    });

    test(`each of ${documents.length} pages is complete in one request`, async () => {
      const page = await browser.newPage({ viewport: 'phone' });
      const loaded: string[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        // Ignores the script's own requests for the status, and the icon, which is empty and part of the page.
        if (['xhr', 'fetch', 'eventsource'].includes(request.resourceType()) || url.protocol === 'data:')
          return;
        loaded.push(url.pathname);
      });
      for (const path of paths) await page.goto(server.url + path);
      expect(loaded).toEqual(paths);
      // Without script the server received no other requests, not even ones that the browser hides.
      if (!javascript) expect(server.asked).toEqual(paths.map((path) => `GET ${path}`));
    });
  },
);
