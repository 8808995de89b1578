import { sendAuth } from '../../api/auth.ts';
import { readPlace } from '../../app/last-place.ts';

export interface Given {
  readonly email: string;
  readonly password: string;
  /** The merchant to which sign-in is restricted; if omitted, any merchant where the person has that password. */
  readonly merchant_id?: string | undefined;
}

export interface SignInAnswer {
  readonly twoFactorRedirect?: boolean;
  /**
   * The merchants where the person has the same address and password, if there are several: the person chooses one
   * next.
   */
  readonly merchants?: readonly { readonly id: string; readonly name: string }[];
}

/** The input, and the merchants that it signs in to. */
export interface Choice {
  readonly given: Given;
  readonly merchants: NonNullable<SignInAnswer['merchants']>;
}

/** @throws ApiProblem */
export function sendPassword(given: Given): Promise<SignInAnswer> {
  return sendAuth('/sign-in/email', { ...given, last_merchant_id: readPlace()?.merchant_id });
}
