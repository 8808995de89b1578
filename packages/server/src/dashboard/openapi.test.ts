import { expect, test } from 'vitest';
import { describeDashboard } from './openapi.ts';
import { operations } from './operations.ts';
import { stalePageFiles } from './write-openapi.ts';

test('the files that the page is typed with are of these operations: else run `npm run openapi`', async () => {
  expect(await stalePageFiles()).toEqual([]);
});

test('every operation is in the document, with what it may answer', () => {
  const { paths } = describeDashboard();
  const described = Object.values(paths).flatMap((item) => Object.values(item));
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    operations.map(({ id }) => id).sort(),
  );
  for (const { responses } of described) expect(Object.keys(responses)).toContain('default');
});
