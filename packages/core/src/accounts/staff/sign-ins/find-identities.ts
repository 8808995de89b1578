import type { Context } from '../../../platform/context.ts';
import { normalEmail } from '../fields.ts';
import type { VerifyPassword } from '../reauthentication/reauthenticate.ts';
import { countMerchants, listCandidates } from './queries.ts';

/** The number of sign-ins whose password is compared with the given one if no merchant is named. */
export const candidates_max = 4;

/** A person's sign-in at one merchant that may match the given e-mail address and password. */
export interface Identity {
  readonly user_id: string;
  readonly merchant_id: string;
  readonly merchant_name: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The only merchant to sign in to; null for any. */
  readonly merchant_id: string | null;
  /** The merchant last used on this device, compared first. */
  readonly last_merchant_id: string | null;
}

export interface Found {
  /** The sign-ins that match, for the sign-in library to verify. */
  readonly fitting: readonly Identity[];
  /** The sign-ins whose password was compared. */
  readonly tried: readonly Identity[];
  /** Whether passwords of several merchants, or decoys in their place, were compared. */
  readonly is_search: boolean;
}

/**
 * Finds the sign-ins that match an e-mail address and a password. Several merchants may have a sign-in with the
 * same address, each with a different password. The amount of work is the same for every address, so that timing
 * does not reveal which addresses are known. If only one comparison is needed, it is left to the sign-in library.
 *
 * @param decoy a hash that no password matches, compared in place of a missing sign-in
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
  if (rounds <= 1) return { fitting: tried, tried, is_search: false };
  const fitting: Identity[] = [];
  for (let place = 0; place < rounds; place++) {
    const hash = candidates[place]?.hash ?? (await decoy());
    const identity = tried[place];
    if ((await verify({ hash, password })) && identity) fitting.push(identity);
  }
  return { fitting, tried, is_search: true };
}
