import type { Document } from './documents.ts';

/**
 * Looks for breaches in every document, one after the other.
 *
 * @returns each breach once, with the number of documents that have it and the first of them
 */
export async function collectBreaches(
  documents: readonly Document[],
  find: (html: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { name, html } of documents) {
    for (const breach of new Set(await find(html))) {
      names.set(breach, [...(names.get(breach) ?? []), name]);
    }
  }
  return [...names].map(([breach, own]) => `${breach} (${own.length} pages, first ${own[0]})`);
}
