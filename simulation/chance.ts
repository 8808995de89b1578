/** From 0 to 1, seeded. */
export type Chance = () => number;

/** A random integer from 0 up to, and without, a bound. */
export function pick(random: Chance, bound: number): number {
  return Math.floor(random() * bound);
}
