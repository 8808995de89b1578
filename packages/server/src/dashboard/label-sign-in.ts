import { findMerchant } from '@guichet/core/accounts';
import type { Context, Person } from '@guichet/core/platform';

/** The issuer that apps and password managers show. */
export const issuer = 'Guichet';

/**
 * Labels a sign-in for an app or a device with the address and the merchant, because people may have several
 * sign-ins.
 *
 * @returns for example `awa@shop.example (Awa's shop)`
 */
export async function labelSignIn(
  { db }: Pick<Context, 'db'>,
  { email, merchant_id }: Pick<Person, 'email' | 'merchant_id'>,
): Promise<string> {
  const merchant = await findMerchant(db, merchant_id);
  return merchant ? `${email} (${merchant.name})` : email;
}

/**
 * Puts our label of the sign-in into the QR code for an app, in place of the library's (Google's Key Uri Format).
 */
export async function labelApp(response: Response, label: string): Promise<Response> {
  const body = (await response.json()) as { totpURI?: unknown };
  if (typeof body.totpURI !== 'string') return Response.json(body, { headers: response.headers });
  const { search } = new URL(body.totpURI);
  const totpURI = `otpauth://totp/${issuer}:${encodeURIComponent(label)}${search}`;
  return Response.json({ ...body, totpURI }, { headers: response.headers });
}
