import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readOptions } from '../read-options.ts';
import { measureLastRuns } from './last-runs.ts';
import { measureTree } from './measure.ts';
import { type Before, renderTable } from './rows.ts';

/**
 * Prints the figures of the code next to those of an earlier commit. `--tree <folder>` counts a different checkout
 * and prints its figures as JSON; `before.json` was created this way.
 */
const values = readOptions({ options: { tree: { type: 'string' } } });

if (values.tree !== undefined) console.log(JSON.stringify(await measureTree(resolve(values.tree)), null, 2));
else {
  const before: Before = JSON.parse(await readFile(join(import.meta.dirname, 'before.json'), 'utf8'));
  const now = await measureTree(resolve(import.meta.dirname, '../..'));
  console.log(renderTable(before, { ...now, ...(await measureLastRuns()) }));
}
