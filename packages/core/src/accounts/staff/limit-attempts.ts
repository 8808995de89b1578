import { AppError } from '@guichet/kernel/errors';
import type { Context } from '../../platform/context.ts';
import type { Limit } from '../../platform/rate-limits/limit.ts';
import { leaseTokens } from '../../platform/rate-limits/queries.ts';
import { digestOf, networkOf } from '../../platform/rate-limits/subjects.ts';
import { normalEmail } from './fields.ts';
import { giveTokensBack } from './queries.ts';

/** Enough for somebody who has forgotten which password they used and tries all their passwords. */
const account_from_address: Limit = { per_second: 1 / 60, burst: 8 };
/**
 * The limit for all addresses together, far below what guessing needs (NIST SP 800-63B section 5.2.2 allows 100
 * failures in a row).
 */
const account: Limit = { per_second: 1 / 36, burst: 100 };
/**
 * A whole office may share an IP address. This limit allows for that, but restricts how many accounts can be
 * reached by guessing from one address.
 */
const address: Limit = { per_second: 0.5, burst: 60 };

/** An attempt to sign in or to authenticate again. */
export interface SignInAttempt {
  /** Removes the attempt from the count, because only failures count. */
  succeeded(): Promise<void>;
}

/** The subject of an attempt: a signed-in person, an e-mail address, or an IP address alone. */
export type SignInSubject = { readonly address: string } & (
  | { readonly user_id: string; readonly email?: string }
  | { readonly email?: string; readonly user_id?: never }
);

/**
 * Counts a sign-in attempt before it is made. The count is in the database, which all processes share, so that
 * concurrent attempts cannot exceed the limit. Somebody who guesses from one IP address reaches the limit of that
 * address first, and so cannot lock out the owner of an account.
 *
 * The attempts of a signed-in person are counted separately, and nobody else can use up their limit. Sign-ins
 * are counted by e-mail address, which people at several merchants may share. A successful sign-in therefore
 * removes only its own attempt: if it cleared earlier failures, somebody who can sign in with the same
 * address at a different merchant could guess forever. A sign-in that compares passwords of several merchants
 * removes nothing: its result also reveals whether anybody else with the address has the password.
 *
 * @throws AppError `rate_limited`
 */
export async function countSignInAttempt(
  ctx: Pick<Context, 'db' | 'pool'>,
  who: SignInSubject,
): Promise<SignInAttempt> {
  const network = networkOf(who.address) ?? 'unknown';
  const by_address = `sign_in_address:${network}`;
  const name = who.user_id ?? (who.email === undefined ? null : digestOf(normalEmail(who.email)));
  if (name === null) {
    await take(ctx, { [by_address]: address });
    return { succeeded: () => giveTokensBack(ctx.db, { one: [by_address], all: [] }) };
  }
  const by_both = `sign_in_account_address:${name}:${network}`;
  const by_account = `sign_in_account:${name}`;
  await take(ctx, { [by_address]: address, [by_both]: account_from_address });
  await take(ctx, { [by_account]: account });
  const of_account = [by_both, by_account];
  return {
    succeeded: () =>
      giveTokensBack(
        ctx.db,
        who.user_id === undefined
          ? { one: [by_address, ...of_account], all: [] }
          : { one: [by_address], all: of_account },
      ),
  };
}

async function take({ pool }: Pick<Context, 'pool'>, limits: Readonly<Record<string, Limit>>): Promise<void> {
  const asks = Object.entries(limits).map(([subject, limit]) => ({ subject, wanted: 1, ...limit }));
  const leases = await leaseTokens(pool, asks);
  const waits_s = leases
    .filter(({ granted }) => granted < 1)
    .map(({ subject, tokens }) => (1 - tokens) / (limits[subject]?.per_second ?? 1));
  if (waits_s.length === 0) return;
  throw new AppError('rate_limited', {
    message: 'Too many attempts. Wait as long as Retry-After says, then try again.',
    retry_after_s: Math.max(1, ...waits_s),
  });
}
