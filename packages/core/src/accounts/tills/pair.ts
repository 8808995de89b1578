import { createHash } from 'node:crypto';
import { makeToken } from '@guichet/kernel/ids';
import type { VisitorActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { hashOfTypedCode } from './pairing-code.ts';
import { lockTillByCode, updateTill } from './queries.ts';
import { mayBecome } from './states.ts';

/**
 * Pairs the visitor's device with the till of a code, in place of any other device. The code is used up.
 *
 * @param text the code as typed
 * @returns the token of the device, which only this device has; undefined for a code that is unknown, used or expired
 * @throws AppError `forbidden`, `recovering`
 */
export async function pairTill(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: VisitorActor,
  text: string,
): Promise<string | undefined> {
  requireScope(actor, 'links:use');
  const hash = hashOfTypedCode(text);
  if (!hash) return undefined;
  const token = makeToken();
  const now = ctx.clock.now();
  const isPaired = await ctx.db.transaction().execute(async (tx) => {
    const till = await lockTillByCode(tx, hash);
    if (!till?.pairing_expires_at || till.pairing_expires_at <= now) return false;
    if (!mayBecome(till.status, 'paired')) return false;
    await updateTill(tx, till, {
      status: 'paired',
      ...{ pairing_hash: null, pairing_expires_at: null },
      ...{ token_hash: hashOfToken(token), paired_at: now },
    });
    return true;
  });
  // A restored database may lack the code.
  if (!isPaired) await requireOpen(ctx.db);
  return isPaired ? token : undefined;
}

/** Returns the stored form of a device's or a cashier's token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
