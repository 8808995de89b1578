import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBreaks } from './breaks/find-breaks.ts';
import { describeApi } from './describe.ts';
import type { Document } from './document.ts';
import { changelog, committed, released } from './files.ts';

const no_document =
  'The changelog has a released version, but docs/reference/openapi.released.json is missing. Every release ' +
  'writes it, including the first, with: node packages/server/src/openapi/write.ts --release';
const advice =
  'Make an addition instead, or leave this path unchanged and serve the change under a new version';

const read = (file: URL): Document => JSON.parse(readFileSync(file, 'utf8'));

test('the committed document matches the code; after a change run: npm run openapi', async () => {
  expect(JSON.parse(JSON.stringify(await describeApi()))).toEqual(read(committed));
});

test('nothing breaks clients of the last release', async () => {
  const last = existsSync(released) ? read(released) : null;
  expect(breaksSince(last, readFileSync(changelog, 'utf8'), await describeApi())).toEqual([]);
});

test('a release requires its document, and later changes that break its clients are found', async () => {
  const now = await describeApi();
  const shorter = structuredClone(now);
  Reflect.deleteProperty(shorter.paths, '/payouts');
  expect(breaksSince(null, '## Unreleased\n', shorter)).toEqual([]);
  expect(breaksSince(null, '## Unreleased\n\n## 0.1.0\n', now)).toEqual([no_document]);
  expect(breaksSince(null, '## Unreleased\n\n## [0.1.0] - 2027-01-01\n', now)).toEqual([no_document]);
  expect(breaksSince(now, '## Unreleased\n\n## 0.1.0\n', now)).toEqual([]);
  expect(breaksSince(now, '## Unreleased\n\n## 0.1.0\n', shorter)).toContain(
    `POST /payouts: was removed. ${advice}`,
  );
});

test('a document compared with itself has no breaking changes', async () => {
  const document = await describeApi();
  expect(findBreaks(document, document)).toEqual([]);
});

test.each([
  ['payment.successful', 'PaymentEvent'],
  ['payout.failed', 'PayoutEvent'],
])('a breaking change in one variant of the feed’s events is found: %s', async (_, name) => {
  const before = await describeApi();
  const after = structuredClone(before);
  const { properties = {} } = after.components.schemas[name] ?? {};
  Reflect.deleteProperty(properties, 'livemode');
  expect(findBreaks(before, after)).toContain('GET /events: 200 data.items[].livemode was removed');
});

/**
 * Finds breaking changes since the last release. Before the first release there is no document, and nothing to
 * break.
 */
function breaksSince(last: Document | null, changes: string, now: Document): string[] {
  if (last) return findBreaks(last, now).map((found) => `${found}. ${advice}`);
  return /^## \[?\d/m.test(changes) ? [no_document] : [];
}
