import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The file with the score of the last run of all mutants. */
export const score_file = resolve(import.meta.dirname, '../../node_modules/.cache/mutants/score.json');

export interface MutantsScore {
  readonly noticed: number;
  readonly planted: number;
}

/** Saves the score of a run of all mutants for `npm run house`. */
export async function keepScore(score: MutantsScore): Promise<void> {
  await mkdir(dirname(score_file), { recursive: true });
  await writeFile(score_file, `${JSON.stringify(score, null, 2)}\n`);
}
