import type { Context } from '../context.ts';
import { type KeyAddress, moveHold } from './queries.ts';

/** A request whose process has died holds its key no longer than this. */
const hold_ms = 1_500;
/** Often enough that a hold survives one move that comes late. */
const move_every_ms = 500;

/** Until when a request that claims its key now holds it, unless it moves that on. */
export function holdFrom(at: Date): Date {
  return new Date(at.getTime() + hold_ms);
}

/**
 * Runs the part of a request that comes after the transaction in which it has claimed its key, and holds the key
 * meanwhile: a repeat is told to wait. The hold ends with the request, however it ends, and soon after its process
 * or its way to the database has died. It only decides what a repeat is told. That nothing is done twice has to be
 * certain without it: a hold can be lost while its request is still running.
 *
 * @param run stores the answer before it returns
 * @throws what `run` throws
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
      log.warn({ err: error }, 'the hold on an idempotency key cannot be moved');
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
