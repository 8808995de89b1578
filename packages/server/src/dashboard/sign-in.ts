import { emailProblem, findIdentities, type Identity } from '@guichet/core/accounts';
import type { Means } from './admit.ts';
import { password_length_max, passwordLength } from './password.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

type Body = Readonly<Record<string, unknown>>;

/** Result of signing in with an e-mail address and a password. */
export interface SigningIn {
  /** The request to the sign-in library, with the unique name by which the library identifies a sign-in. */
  readonly body: Body;
  /** The person whom the library signs in; null for nobody. */
  readonly user_id: string | null;
  /** The people whose passwords were compared with the given one. */
  readonly tried: readonly Identity[];
  /** Those of `tried` who have a different password, if somebody else with the address has the given one. */
  readonly missed: readonly Identity[];
  /**
   * Whether the attempt counts towards the limit even if it succeeds, because it reveals who has the
   * password.
   */
  readonly is_search: boolean;
  /** A response made without the library; null if the library responds. */
  readonly answer: Response | null;
}

/** A name that does not exist: the library then does as much work as for an existing one. */
const nobody = 'nobody@staff.invalid';
let decoy: Promise<string> | undefined;
const no_one = { user_id: null, tried: [], missed: [], is_search: false, answer: null } as const;

/**
 * Finds the person who signs in. If the same address and password exist at several merchants, the response lists
 * them, and the person chooses one before a session starts.
 */
export async function findSignIn(
  { ctx }: Pick<Means, 'ctx'>,
  { email, password, merchant_id, last_merchant_id }: Body,
): Promise<SigningIn> {
  if (typeof email !== 'string' || typeof password !== 'string') {
    return { ...no_one, body: { email: null, password: null } };
  }
  if (emailProblem(email) !== undefined) {
    const answer = Response.json({ code: 'INVALID_EMAIL', message: 'Invalid email' }, { status: 400 });
    return { ...no_one, body: {}, answer };
  }
  if (passwordLength(password) > password_length_max) {
    return { ...no_one, body: { email: nobody, password } };
  }
  const credentials = {
    ...{ email, password },
    merchant_id: textOf(merchant_id),
    last_merchant_id: textOf(last_merchant_id),
  };
  const { fitting, tried, is_search } = await findIdentities(ctx, credentials, verifyPassword, () => {
    decoy ??= hashPassword('');
    return decoy;
  });
  const [identity, ...others] = fitting;
  const missed = identity ? tried.filter((one) => !fitting.includes(one)) : [];
  if (others.length > 0) {
    const merchants = fitting.map(({ merchant_id: id, merchant_name: name }) => ({ id, name }));
    return { ...no_one, body: {}, tried, missed, is_search, answer: Response.json({ merchants }) };
  }
  const user_id = identity?.user_id ?? null;
  const name = user_id === null ? nobody : `${user_id}@staff.invalid`;
  return { body: { email: name, password }, user_id, tried, missed, is_search, answer: null };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
