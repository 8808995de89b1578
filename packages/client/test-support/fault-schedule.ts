/**
 * The network's effect on one attempt of a call.
 *
 * - `pass`: none
 * - `late`: the request arrives late
 * - `twice`: the request arrives twice concurrently, as after a retry by a proxy
 * - `lost before`: the connection breaks before the request arrives, so no work is done
 * - `busy before`, `limited before`: a gateway itself responds with 503 or 429, so no work is done
 * - `lost after`: the connection breaks after the work was done
 * - `cut after`: the connection breaks in the middle of the response
 * - `busy after`: a gateway responds with 503 although the work was done
 * - `silent after`: no response arrives although the work was done
 */
export const fates = [
  'pass',
  'late',
  'twice',
  'lost before',
  'busy before',
  'limited before',
  'lost after',
  'cut after',
  'busy after',
  'silent after',
] as const;
export type Fate = (typeof fates)[number];

/** Weight of each fault. Silence is rare because each occurrence costs a timeout. */
const weights: Readonly<Record<Fate, number>> = {
  pass: 30,
  late: 8,
  twice: 8,
  'lost before': 12,
  'busy before': 6,
  'limited before': 6,
  'lost after': 14,
  'cut after': 8,
  'busy after': 6,
  'silent after': 2,
};
const weight_sum = Object.values(weights).reduce((sum, weight) => sum + weight, 0);

/** Number of attempts after which the network behaves, so that every call ends. */
const tries_max = 12;

/** Generates the faults of one schedule's attempts, which are the same for the same seed. */
export function* drawFates(seed: number): Generator<Fate, 'pass', undefined> {
  const random = makeRandom(seed);
  for (let tries = 0; tries < tries_max; tries += 1) yield pick(random() * weight_sum);
  return 'pass';
}

function pick(point: number): Fate {
  let left = point;
  for (const fate of fates) {
    left -= weights[fate];
    if (left < 0) return fate;
  }
  return 'pass';
}

/**
 * Makes a generator of numbers from 0 up to but excluding 1 (mulberry32): not for secrets, but the same everywhere.
 */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
