import { createHash } from 'node:crypto';

/** Our reference of the nth attempt of a run, the same for whoever writes it and for whoever tells of it. */
export function referenceOf(seed: string, nth: number): string {
  const hex = createHash('md5').update(`${seed} ${nth}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
