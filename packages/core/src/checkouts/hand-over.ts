import { randomInt } from 'node:crypto';
import type { Context } from '../context.ts';
import { hasExpired } from './find.ts';
import {
  deleteOldShortCodes,
  findSessionOfShortCode,
  findShortCode,
  insertShortCode,
  type Session,
} from './queries.ts';

/** Crockford's base 32: no letter that reads like a digit or another letter, and no U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const code_length = 8;
const code_pattern = new RegExp(`^[${alphabet}]{${code_length}}$`);
/** Far more than it ever takes: that one code is another's has a chance of one in millions. */
const draws_max = 5;
/** Longer than any session, so that a code that was in use leads nowhere else for a while. */
const kept_for_ms = 3 * 24 * 60 * 60 * 1000;
/** Few enough not to hold a transaction long. */
const round_max = 5_000;

/**
 * The code under which a session is found from another device, where its address cannot be typed. A session has one;
 * asking again gives the same.
 *
 * @returns as it is shown: `7KQ2-M9XD`
 */
export async function giveShortCode(
  ctx: Pick<Context, 'db' | 'clock'>,
  session: Pick<Session, 'merchant_id' | 'token'>,
): Promise<string> {
  for (let draws = 0; draws <= draws_max; draws++) {
    const kept = await findShortCode(ctx.db, session);
    if (kept !== undefined) return `${kept.slice(0, 4)}-${kept.slice(4)}`;
    await insertShortCode(ctx.db, {
      code: drawCode(),
      merchant_id: session.merchant_id,
      session_token: session.token,
      created_at: ctx.clock.now(),
    });
  }
  throw new Error('no short code was free');
}

/**
 * Finds a session by its code, for as long as it can be paid or its result is awaited.
 *
 * @param text as typed: in any letter case, with spaces and hyphens anywhere, O for 0, I or L for 1
 * @returns the session's token; undefined when no such session has this code
 */
export async function findByShortCode(
  ctx: Pick<Context, 'db' | 'clock'>,
  text: string,
): Promise<string | undefined> {
  const code = readShortCode(text);
  const found = code === undefined ? undefined : await findSessionOfShortCode(ctx.db, code);
  if (!found) return undefined;
  const isPayable = found.status === 'active' && !hasExpired(found, ctx.clock.now());
  return isPayable || found.payment_status === 'processing' ? found.token : undefined;
}

/** Forgets the codes of sessions that are long over. */
export async function forgetShortCodes(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - kept_for_ms);
  while ((await deleteOldShortCodes(ctx.db, until, round_max)) === round_max);
}

/** The eight characters that were meant; undefined when they cannot be a code. */
function readShortCode(text: string): string | undefined {
  const code = text
    .replace(/[\s\p{Dash}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return code_pattern.test(code) ? code : undefined;
}

function drawCode(): string {
  return Array.from({ length: code_length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
