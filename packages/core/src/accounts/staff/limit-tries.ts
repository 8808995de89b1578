import { AppError } from '@guichet/kernel/errors';
import type { Context } from '../../platform/context.ts';
import type { Limit } from '../../platform/rate-limits/limit.ts';
import { leaseTokens } from '../../platform/rate-limits/queries.ts';
import { digestOf, networkOf } from '../../platform/rate-limits/subjects.ts';
import { normalEmail } from './fields.ts';
import { giveTokensBack } from './queries.ts';

/** Somebody who forgot which password it was, and tries them all. */
const account_from_address: Limit = { per_second: 1 / 60, burst: 8 };
/** From everywhere: far fewer than a guesser needs (NIST SP 800-63B section 5.2.2 allows 100 in a row). */
const account: Limit = { per_second: 1 / 36, burst: 100 };
/** Behind one address there may be an office; one that guesses gets to a few accounts only. */
const address: Limit = { per_second: 0.5, burst: 60 };

/** A try to sign in, or to prove who one is. */
export interface Try {
  /** Takes it back: it succeeded, and only those that fail should count. */
  succeeded(): Promise<void>;
}

/** Who tries: somebody who is signed in, or whoever names an e-mail address, or neither. */
export type Trier = { readonly address: string } & (
  | { readonly user_id: string; readonly email?: string }
  | { readonly email?: string; readonly user_id?: never }
);

/**
 * Counts a try before it is made, in the database, for all processes together: tries that are made at once cannot get
 * past it. Only the address that guesses is refused at first, so that nobody keeps a stranger from signing in from
 * their own by guessing from one other.
 *
 * Who is signed in has a count of their own, which nobody else can use up. At signing in it is of the e-mail address,
 * which may be of people at several merchants: there a success takes back itself alone. If it took back the failures
 * before it, whoever has a sign-in with the same address elsewhere could go on guessing without end.
 *
 * @throws AppError `rate_limited`
 */
export async function takeTry(ctx: Pick<Context, 'db' | 'pool'>, who: Trier): Promise<Try> {
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
