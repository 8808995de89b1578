import { type Caller, createKey, makeAuthenticate, revokeKey } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { AppError } from '@guichet/kernel/errors';
import { command, commandOf } from '../test-support/actors.ts';
import type { HeldKey, Stage } from './stage.ts';

/** A revoked key stops working everywhere within this time (design section 7). */
const revoked_within_ms = 1_000;

/** The function with which each process authenticates API keys, made as in the real API. */
const doors = new WeakMap<Context, ReturnType<typeof makeAuthenticate>>();

/**
 * Authenticates a request of the merchant with the oldest key that is not revoked. Also tries every revoked
 * key, which must be refused.
 */
export async function signIn(ctx: Context, stage: Stage): Promise<Caller> {
  if (!stage.plan.is_rotated) return stage.caller;
  const door = doors.get(ctx) ?? makeAuthenticate(ctx.db);
  doors.set(ctx, door);
  const enter = ({ key }: HeldKey): Promise<Caller> => door(`Bearer ${key}`);
  for (const held of stage.keys) {
    const { revoked_at } = held;
    const since_ms = revoked_at === null ? 0 : stage.timeline.now().getTime() - revoked_at.getTime();
    if (since_ms <= revoked_within_ms) continue;
    if (await isRefused(() => enter(held))) stage.count('old key refused');
    else stage.breaches.push(`a key that was revoked ${Math.round(since_ms)} ms ago was accepted`);
  }
  const held = stage.keys.find(({ revoked_at }) => revoked_at === null);
  if (!held) throw new Error('the merchant has no key');
  if (!(await isRefused(() => enter(held)))) return enter(held);
  // The key may have been revoked in the meantime.
  const newest = stage.keys.at(-1) ?? held;
  if (held === newest) stage.breaches.push(`the key ${held.id} is valid and was refused`);
  stage.count('key changed under way');
  return enter(newest);
}

async function isRefused(enter: () => Promise<Caller>): Promise<boolean> {
  try {
    await enter();
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'revoked_api_key') return true;
    throw error;
  }
}

/** Creates another key, which the merchant's servers begin to use later. */
export async function rotate(ctx: Context, stage: Stage): Promise<void> {
  const made = await createKey(ctx, commandOf(stage.caller.merchant_id, 'live'), {});
  stage.keys.push({ ...made, revoked_at: null });
}

/** Revokes every key but the newest. */
export async function revoke(ctx: Context, stage: Stage): Promise<void> {
  for (const held of stage.keys.slice(0, -1)) {
    await revokeKey(ctx, command, held.id);
    held.revoked_at ??= stage.timeline.now();
  }
}
