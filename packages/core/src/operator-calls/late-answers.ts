import type { Context } from '../platform/context.ts';

const awaited = new Set<Promise<void>>();

/**
 * Lets the response to a call be applied after the request that made the call has been answered. If that fails, it is
 * logged: the outcome stays unknown, as after any lost response.
 *
 * @param id of the call's subject
 */
export function applyLater({ log }: Pick<Context, 'log'>, id: string, apply: () => Promise<void>): void {
  const applied = apply()
    .catch((error: unknown) => log.error({ id, err: error }, 'a late response could not be applied'))
    .finally(() => awaited.delete(applied));
  awaited.add(applied);
}

/** Waits until every late response has arrived and is applied: before a process stops, and in tests. */
export async function awaitLateAnswers(): Promise<void> {
  while (awaited.size > 0) await Promise.all(awaited);
}
