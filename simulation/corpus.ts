import { mkdir, readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { readJson, writeJson } from './json-file.ts';

/** A history that failed once. */
export interface FailedHistory {
  readonly seed: number;
  /** So many of the providers there were to draw from: a new one at the end of their list changes nothing. */
  readonly providers: number;
  /** What it said when it failed, for people. */
  readonly breaches: readonly string[];
}

const project_folder = resolve(import.meta.dirname, '..');
export const corpus_folder = join(import.meta.dirname, 'corpus');

/** The histories that are kept in a folder, by the path of their file from the project's folder. */
export async function readCorpus<Kept = FailedHistory>(folder: string): Promise<ReadonlyMap<string, Kept>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const kept = names.map(async (name) => {
    const file = join(folder, name);
    return [relative(project_folder, file), await readJson<Kept>(file)] as const;
  });
  return new Map(await Promise.all(kept));
}

/**
 * Keeps a history that has failed, to be played with every run from now on.
 *
 * @returns where it is, or why it could not be kept, for a message to whoever has to look into it
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
