import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../../../test-support/tier.ts';
import { collectBreaches } from './testing/collect-breaches.ts';
import { allDocuments, furtherDocuments } from './testing/documents.ts';

const rules: ConfigData = {
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // The standard allows any letter case in the doctype; the one that we use compresses better.
    'doctype-style': 'off',
    // Each of our buttons submits its form, which is what a button without a type does.
    'no-implicit-button-type': 'off',
    // Without script this is the only way to keep the page up to date. Nothing is lost: it reloads the same page,
    // and is in noscript.
    'meta-refresh': 'off',
    // The limit is the length of the titles that search engines show. These pages are not indexed, and their titles
    // are read out.
    'long-title': 'off',
  },
};
const validator = new HtmlValidate(new StaticConfigLoader(rules));

async function breachesOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
  );
}

test('the check finds planted faults', async () => {
  const page = (body: string) =>
    `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Payer</title></head><body>${body}</body></html>`;
  expect(await breachesOf(page('<main><h1>Payer</h1></main>'))).toEqual([]);
  const wrong = page('<main><h1>Payer</h2><p id="a"><div id="a"></div></p><img src="x"><input></main>');
  expect((await breachesOf(wrong)).length).toBeGreaterThan(4);
});

const all = [...allDocuments(), ...furtherDocuments('fr')];
/** A sample size with which the evenly spread sample has every state in every template (tested below). */
const documents = sampleOf(all, 302);

test('the sample contains every state in every template', () => {
  const placesOf = (some: typeof all) => new Set(some.map(({ state, template }) => `${state} ${template}`));
  expect(placesOf([...documents])).toEqual(placesOf(all));
});

test(`each of ${documents.length} pages has valid markup`, { timeout: 360_000 }, async () => {
  expect(await collectBreaches(documents, breachesOf)).toEqual([]);
});
