import type { Context } from '../context.ts';
import { type KeyAddress, moveHold } from './queries.ts';

/** The longest time for which a request whose process has died holds its key. */
const hold_ms = 1_500;
/** The interval between extensions, short enough that a hold survives one late extension. */
const move_every_ms = 500;

/** Returns the time until which a request that claims its key now holds it, unless it extends the hold. */
export function holdFrom(at: Date): Date {
  return new Date(at.getTime() + hold_ms);
}

/**
 * Runs the part of a request that follows the transaction in which it has claimed its key. Holds the key meanwhile,
 * so that repeats are refused. The hold ends with the request, whether it succeeds or fails, and soon after its
 * process or its database connection has died. It only determines the response to a repeat and must not be relied
 * on to prevent a second execution: a hold can be lost while its request is still running.
 *
 * @param run stores the response before it returns
 * @throws the errors of `run`
 */
export async function whileHolding<Result>(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  address: KeyAddress,
  run: () => Promise<Result>,
): Promise<Result> {
  const moveTo = async (held_until: Date): Promise<void> => {
    try {
      await moveHold(db, address, held_until);
    } catch (error) {
      log.warn({ err: error }, 'the hold on an idempotency key cannot be extended');
    }
  };
  const timer = setInterval(() => void moveTo(holdFrom(clock.now())), move_every_ms);
  try {
    return await run();
  } catch (error) {
    clearInterval(timer);
    await moveTo(clock.now());
    throw error;
  } finally {
    clearInterval(timer);
  }
}
