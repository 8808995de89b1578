import type { Context } from '../../platform/context.ts';
import { keepUsedCode } from './queries.ts';

/**
 * Longer than a code is accepted, which is during its own interval of 30 seconds and the intervals just before and
 * after it.
 */
const remembered_ms = 5 * 60 * 1000;

/**
 * Uses up a code of the second factor, so that somebody who saw it cannot use it again (RFC 6238 section 5.2).
 *
 * @returns false if it was already used
 */
export function useCode(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  user_id: string,
  code: string,
): Promise<boolean> {
  const used_at = clock.now();
  return keepUsedCode(db, { user_id, code, used_at }, new Date(used_at.getTime() - remembered_ms));
}
