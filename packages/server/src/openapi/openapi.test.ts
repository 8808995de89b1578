import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeApi } from './describe.ts';

const file = new URL('../../../../docs/reference/openapi.json', import.meta.url);

test('the committed document is that of the code; after a change run: npm run openapi', async () => {
  expect(JSON.parse(JSON.stringify(await describeApi()))).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
