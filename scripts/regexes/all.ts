import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeDashboard } from '@guichet/server/dashboard/openapi';
import { readTree } from '../tidy/read-tree.ts';
import { type Regex, type Regexes, readPatterns, readRegexes } from './read-regexes.ts';

const root = resolve(import.meta.dirname, '../..');

/** The documents whose patterns are judged. */
export const documents = ['docs/reference/openapi.json', 'packages/dashboard/src/api/openapi.json'] as const;

/** Reads the regular expressions of the packages. */
export async function readPackages(): Promise<Regexes> {
  return readRegexes(await readTree(root));
}

/** Reads the patterns of a document. */
export async function readDocument(path: (typeof documents)[number]): Promise<readonly Regex[]> {
  // The dashboard's document is not in the repository, so it is generated from the code.
  const text =
    path === documents[1] ? JSON.stringify(describeDashboard()) : await readFile(join(root, path), 'utf8');
  return readPatterns(JSON.parse(text), path);
}

/** Reads all regular expressions that are judged. */
export async function readAll(): Promise<readonly Regex[]> {
  const [{ regexes }, ...patterns] = await Promise.all([readPackages(), ...documents.map(readDocument)]);
  return [...regexes, ...patterns.flat()];
}
