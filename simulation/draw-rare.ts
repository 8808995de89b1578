import { type Chance, pick } from './chance.ts';

/**
 * An action that most histories do not have. Either the merchant gets a new API key and then has the old ones
 * revoked, or the owner reads the statement of a period, first when the period ends and then again.
 */
export type RareAction = { readonly at_ms: number } & (
  | { readonly kind: 'rotate' }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'statement'; readonly period: number }
);

const second_ms = 1000;
const minute_ms = 60 * second_ms;
/** The shares of histories with these actions. */
const rotated_share = 0.1;
const read_share = 0.08;

/**
 * Draws the times at which the merchant gets a new API key and has the old ones revoked; most histories have none.
 */
export function drawRotations(random: Chance, is_wanted = false): RareAction[] {
  const is_drawn = random() < rotated_share;
  if (!is_drawn && !is_wanted) return [];
  return Array.from({ length: 1 + pick(random, 2) }, () => {
    const at_ms = pick(random, 50 * 60) * second_ms;
    const later_ms = at_ms + pick(random, 10 * 60) * second_ms;
    return [
      { at_ms, kind: 'rotate' },
      { at_ms: later_ms, kind: 'revoke' },
    ] as const;
  }).flat();
}

/**
 * Draws the times at which statements are read: each period when it ends, and twice later; most histories have
 * none.
 */
export function drawStatements(random: Chance, is_wanted = false): RareAction[] {
  const is_drawn = random() < read_share;
  if (!is_drawn && !is_wanted) return [];
  return Array.from({ length: 4 }, (_, period) => {
    const at_ms = (random() < 0.6 ? pick(random, 8 * 60) : pick(random, 80 * 60)) * second_ms;
    const later = [pick(random, 30), 30 + pick(random, 75 * 60)];
    return [at_ms, ...later.map((after_min) => at_ms + (1 + after_min) * minute_ms)].map(
      (read_ms) => ({ at_ms: read_ms, kind: 'statement', period }) as const,
    );
  }).flat();
}
