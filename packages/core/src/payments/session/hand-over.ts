import type { CustomerActor, ServiceActor, VisitorActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { readShortCode } from '../../platform/secrets/short-codes.ts';
import { hasExpired } from './find.ts';
import type { Session } from './queries.ts';
import {
  deleteOldShortCodes,
  deleteShortCode,
  findSessionOfShortCode,
  findShortCode,
  insertShortCode,
} from './short-code/queries.ts';

/** The maximum number of codes drawn, far more than needed: the chance of a collision is one in millions. */
const draws_max = 5;
/** Longer than any session, so that a used code is not reassigned for a while. */
const kept_for_ms = 3 * 24 * 60 * 60 * 1000;
/** The number of codes deleted in one round, small enough for short transactions. */
const round_max = 5_000;

/**
 * Gets the code that opens a session on another device, where its URL cannot be typed. A session has one code;
 * repeated calls return the same.
 *
 * @returns the code as displayed: `7KQ2-M9XD`
 */
export async function giveShortCode(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  actor: CustomerActor,
  session: Pick<Session, 'merchant_id' | 'token'>,
): Promise<string> {
  requireScope(actor, 'checkout:read');
  const drawn = Array.from({ length: draws_max }, (_, draw) => ctx.tokens.drawCode(session.token, draw));
  const isDrawn = (kept: string | undefined) => drawn.some(({ kept_as }) => kept_as === kept);
  let kept = await findShortCode(ctx.db, session);
  if (kept !== undefined && !isDrawn(kept)) {
    // The code was made with a key that is no longer configured: it no longer opens the session.
    await deleteShortCode(ctx.db, kept);
    kept = undefined;
  }
  for (const { kept_as: code } of kept === undefined ? drawn : []) {
    const { merchant_id, token: session_token } = session;
    await insertShortCode(ctx.db, { code, merchant_id, session_token, created_at: ctx.clock.now() });
    kept = await findShortCode(ctx.db, session);
    if (kept !== undefined) break;
  }
  const given = drawn.find(({ kept_as }) => kept_as === kept);
  if (!given) throw new Error('no free short code was found');
  return `${given.code.slice(0, 4)}-${given.code.slice(4)}`;
}

/**
 * Finds a session by its code, while it can be paid or its outcome is awaited.
 *
 * @param text as typed: in upper or lower case, with spaces and hyphens anywhere, O for 0, I or L for 1
 * @returns the session's token; undefined when no such session has this code
 */
export async function findByShortCode(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  actor: VisitorActor,
  text: string,
): Promise<string | undefined> {
  requireScope(actor, 'links:use');
  const code = readShortCode(text);
  const found =
    code === undefined ? undefined : await findSessionOfShortCode(ctx.db, ctx.tokens.findCode(code));
  if (!found) return undefined;
  const isPayable = found.status === 'active' && !hasExpired(found, ctx.clock.now());
  return isPayable || found.payment_status === 'processing' ? ctx.tokens.tokenOf(found.token) : undefined;
}

/** Deletes the codes of sessions that ended long ago. */
export async function forgetShortCodes(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: ServiceActor,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const until = new Date(ctx.clock.now().getTime() - kept_for_ms);
  while ((await deleteOldShortCodes(ctx.db, until, round_max)) === round_max);
}
