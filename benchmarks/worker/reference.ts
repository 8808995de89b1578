import { createHash } from 'node:crypto';

/**
 * Returns our reference for the nth attempt of a run. It is the same in the process that inserts the attempt and in
 * the one that acts as the provider.
 */
export function referenceOf(seed: string, nth: number): string {
  const hex = createHash('md5').update(`${seed} ${nth}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
