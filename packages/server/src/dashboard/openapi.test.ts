import { expect, test } from 'vitest';
import { describeDashboard } from './openapi.ts';
import { operations } from './operations.ts';
import { makePageFiles } from './write-openapi.ts';

test('the types of the dashboard include every operation', async () => {
  const [, types = ''] = [...(await makePageFiles())].find(([url]) => url.pathname.endsWith('.d.ts')) ?? [];
  const typed = [...types.matchAll(/: operations\["(\w+)"\];/g)].map(([, id]) => id);
  expect(typed.sort()).toEqual(operations.map(({ id }) => id).sort());
});

test('every operation is in the document, with its responses', () => {
  const { paths } = describeDashboard();
  const described = Object.values(paths).flatMap((item) => Object.values(item));
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    operations.map(({ id }) => id).sort(),
  );
  for (const { responses } of described) expect(Object.keys(responses)).toContain('default');
});
