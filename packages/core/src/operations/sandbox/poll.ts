import { setTimeout } from 'node:timers/promises';

const pause_ms = 150;

/**
 * Polls until there is a result.
 *
 * @param ask returns undefined while there is none
 * @returns undefined on timeout
 */
export async function pollFor<Answer>(
  longest_ms: number,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const end_ms = performance.now() + longest_ms;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() >= end_ms) return answer;
    await setTimeout(pause_ms);
  }
}
