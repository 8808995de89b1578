import type { Context } from '../../platform/context.ts';
import { keepUsedCode } from './queries.ts';

/** Longer than a code is taken for: its 30 seconds and those beside them. */
const remembered_ms = 5 * 60 * 1000;

/**
 * Uses a code of the second factor up: who has looked over a shoulder cannot sign in with it too (RFC 6238 section
 * 5.2).
 *
 * @returns false when it was used already
 */
export function useCode(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  user_id: string,
  code: string,
): Promise<boolean> {
  const used_at = clock.now();
  return keepUsedCode(db, { user_id, code, used_at }, new Date(used_at.getTime() - remembered_ms));
}
