import { readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { describeDashboard } from './openapi.ts';

const folder = new URL('../../../dashboard/src/api/', import.meta.url);

/** The files that the page's code is typed with, as the operations make them now. */
export async function makePageFiles(): Promise<ReadonlyMap<URL, string>> {
  const text = `${JSON.stringify(describeDashboard(), null, 2)}\n`;
  const types = astToString(await openapiTypescript(JSON.stringify(describeDashboard({ closed: true }))));
  return new Map([
    [new URL('openapi.json', folder), text],
    [new URL('schema.d.ts', folder), `// Written by: npm run openapi\n${types}`],
  ]);
}

/** @returns those of the files that are not what the operations make of them */
export async function stalePageFiles(): Promise<string[]> {
  const stale: string[] = [];
  for (const [url, text] of await makePageFiles()) {
    const kept = await readFile(url, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (kept !== text) stale.push(url.pathname.split('/').at(-1) ?? '');
  }
  return stale;
}

// `npm run openapi` runs it; tests import it.
if (import.meta.main) for (const [url, text] of await makePageFiles()) await writeFile(url, text);
