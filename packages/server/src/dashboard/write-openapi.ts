import { writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { describeDashboard } from './openapi.ts';

const folder = new URL('../../../dashboard/src/api/', import.meta.url);

/** The files with the types of the page's code; every installation and check writes them again. */
export async function makePageFiles(): Promise<ReadonlyMap<URL, string>> {
  const text = `${JSON.stringify(describeDashboard(), null, 2)}\n`;
  const types = astToString(await openapiTypescript(JSON.stringify(describeDashboard({ closed: true }))));
  return new Map([
    [new URL('openapi.json', folder), text],
    [new URL('schema.d.ts', folder), `// Written by: npm run openapi\n${types}`],
  ]);
}

// Run by `npm run openapi` and after an installation; tests import the module.
if (import.meta.main) for (const [url, text] of await makePageFiles()) await writeFile(url, text);
