import { AsyncLocalStorage } from 'node:async_hooks';
import { isPasskeyKnown } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { passkey_known } from './passkey-known.ts';

/** Progress of the library's current registration. */
const registrations = new AsyncLocalStorage<{ is_verified: boolean }>();

/** Called by the library for a valid registration, before it is stored. */
export function noteVerified(): void {
  const registration = registrations.getStore();
  if (registration) registration.is_verified = true;
}

/** The library's error for a registration that it could not verify, whatever the reason. */
const not_verified = 'FAILED_TO_VERIFY_REGISTRATION';

/**
 * Registers a passkey. The library reports every failure as a server error, but two kinds are the caller's: an
 * invalid signature, and a passkey that a concurrent request registers first, which the library notices only when
 * it writes.
 */
export async function registerPasskey(
  { db }: Pick<Context, 'db'>,
  { response }: Readonly<Record<string, unknown>>,
  ask: () => Promise<Response>,
): Promise<Response> {
  const registration = { is_verified: false };
  const answer = await registrations.run(registration, ask);
  if (answer.status !== 500) return answer;
  if (!registration.is_verified) {
    const { code } = (await answer.clone().json()) as { code?: unknown };
    return code === not_verified ? Response.json({ code, message: unsigned }, { status: 400 }) : answer;
  }
  const { id } = response as { readonly id: string };
  return (await isPasskeyKnown(db, id)) ? Response.json(passkey_known, { status: 400 }) : answer;
}

const unsigned = 'This passkey could not be verified. Create it again.';
