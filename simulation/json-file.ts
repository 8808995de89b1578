import { readFile, writeFile } from 'node:fs/promises';

/** Reads a JSON file. The caller asserts the type of its contents. */
export async function readJson<Stored>(file: string | URL): Promise<Stored> {
  return JSON.parse(await readFile(file, 'utf8')) as Stored;
}

export async function writeJson(file: string | URL, stored: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(stored, undefined, 2)}\n`);
}
