import { sendAuth } from '../../api/auth.ts';
import { readPlace } from '../../app/last-place.ts';

export interface Given {
  readonly email: string;
  readonly password: string;
  /** The merchant to which sign-in is restricted; by default, any with that password. */
  readonly merchant_id?: string | undefined;
}

export interface SignInAnswer {
  readonly twoFactorRedirect?: boolean;
  /** Merchants with the same address and password: the person chooses next. */
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
