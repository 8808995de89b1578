import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBreaks } from './breaks/find-breaks.ts';
import { describeApi } from './describe.ts';
import type { Document } from './document.ts';
import { committed, released } from './files.ts';
import { told_since_release } from './testing/told-since-release.ts';

const read = (file: URL): Document => JSON.parse(readFileSync(file, 'utf8'));

test('the committed document is that of the code; after a change run: npm run openapi', async () => {
  expect(JSON.parse(JSON.stringify(await describeApi()))).toEqual(read(committed));
});

test('nothing breaks programs that were written for the last release', async () => {
  const advice =
    'Programs written for the last release would break. Add instead of changing, or leave this path as it is and ' +
    'serve the change under a new version of it. Only a release moves docs/reference/openapi.released.json, by: ' +
    'npm run openapi -- --release';
  const breaks = findBreaks(read(released), await describeApi());
  expect(new Set(breaks.map(shorten)), advice).toEqual(new Set(told_since_release));
});

/** Without the forms themselves, which `kernel/forms.test.ts` and `checkouts/forms.test.ts` hold to the rules. */
function shorten(found: string): string {
  return found.replace(/ has .+ (pattern|format) now, it had none$/su, ' has a $1 now');
}

test('a document breaks nothing of itself', async () => {
  const document = await describeApi();
  expect(findBreaks(document, document)).toEqual([]);
});

test.each([
  ['payment.successful', 'PaymentEvent'],
  ['payout.failed', 'PayoutEvent'],
])('what breaks readers of the feed is found inside of its choice: %s', async (_, name) => {
  const before = await describeApi();
  const after = structuredClone(before);
  const { properties = {} } = after.components.schemas[name] ?? {};
  Reflect.deleteProperty(properties, 'livemode');
  expect(findBreaks(before, after)).toContain('GET /events: 200 data.items[].livemode is gone');
});
