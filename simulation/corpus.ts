import { mkdir, readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { readJson, writeJson } from './json-file.ts';

/** A history that failed once. */
export interface FailedHistory {
  readonly seed: number;
  /**
   * The number of providers from which the history draws. A provider that is added at the end of the list
   * later does not change the history.
   */
  readonly providers: number;
  /** The breaches when it failed, for people to read. */
  readonly breaches: readonly string[];
}

const project_folder = resolve(import.meta.dirname, '..');
export const corpus_folder = join(import.meta.dirname, 'corpus');

/** Reads the histories in a folder, by the path of their file from the project's folder. */
export async function readCorpus<Kept = FailedHistory>(folder: string): Promise<ReadonlyMap<string, Kept>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const kept = names.map(async (name) => {
    const file = join(folder, name);
    return [relative(project_folder, file), await readJson<Kept>(file)] as const;
  });
  return new Map(await Promise.all(kept));
}

/**
 * Stores a failed history, which is replayed in every run from now on.
 *
 * @returns a text for messages: the file, or the reason why the history could not be stored
 */
export async function keepFailed(folder: string, name: string, failed: object): Promise<string> {
  const file = join(folder, `${name}.json`);
  try {
    await mkdir(folder, { recursive: true });
    await writeJson(file, failed);
    return `kept in ${relative(project_folder, file)}`;
  } catch (error) {
    return `could not be kept: ${error}`;
  }
}
