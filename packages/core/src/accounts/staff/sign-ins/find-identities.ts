import type { Context } from '../../../platform/context.ts';
import { normalEmail } from '../fields.ts';
import type { VerifyPassword } from '../proofs/prove.ts';
import { countMerchants, listCandidates } from './queries.ts';

/** With how many sign-ins a password is compared where no merchant is named. */
export const candidates_max = 4;

/** What somebody may sign in as. */
export interface Identity {
  readonly user_id: string;
  readonly merchant_id: string;
  readonly merchant_name: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The only one to sign in to; null for whichever has that password. */
  readonly merchant_id: string | null;
  /** Where one last was on this device: looked at before others. */
  readonly last_merchant_id: string | null;
}

export interface Found {
  /** Whose password it may be; the sign-in library has the last word. */
  readonly fitting: readonly Identity[];
  /** With whose it was compared. */
  readonly tried: readonly Identity[];
}

/**
 * Finds what an e-mail address and a password sign in as: people at several merchants may have the same address, each
 * with a password of their own. The work is the same for every address, whether nobody has it or several do, so the
 * time it takes tells nobody who has a sign-in. Where one comparison is enough it is left to the sign-in library.
 *
 * @param decoy a hash that is nobody's, compared in the place of a sign-in that is not there
 */
export async function findIdentities(
  { db }: Pick<Context, 'db'>,
  { email, password, merchant_id, last_merchant_id }: Credentials,
  verify: VerifyPassword,
  decoy: () => Promise<string>,
): Promise<Found> {
  const rounds =
    merchant_id === null ? Math.min(candidates_max, await countMerchants(db, candidates_max)) : 1;
  const candidates = await listCandidates(db, {
    email: normalEmail(email),
    merchant_id,
    last_merchant_id,
    limit: rounds,
  });
  const tried = candidates.map(({ hash: _, ...identity }) => identity);
  if (rounds <= 1) return { fitting: tried, tried };
  const fitting: Identity[] = [];
  for (let place = 0; place < rounds; place++) {
    const hash = candidates[place]?.hash ?? (await decoy());
    const identity = tried[place];
    if ((await verify({ hash, password })) && identity) fitting.push(identity);
  }
  return { fitting, tried };
}
