/** A seeded source of random numbers from 0 to 1. */
export type Chance = () => number;

/** Returns a random integer from 0 up to, but not including, a bound. */
export function pick(random: Chance, bound: number): number {
  return Math.floor(random() * bound);
}
