import { readAuth, sendAuth } from './auth.ts';

/** Whether this browser supports passkeys (WebAuthn level 3, with JSON). */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/**
 * Signs in with a passkey that the person picks.
 *
 * @throws DOMException when the person or the device refuses
 * @throws ApiProblem when the server does
 */
export async function signInWithPasskey(): Promise<void> {
  const options = await readAuth<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = toJson(await navigator.credentials.get({ publicKey }));
  await sendAuth('/passkey/verify-authentication', { response });
}

/**
 * Creates a passkey on this device and stores its public key on the server.
 *
 * @throws DOMException when the person or the device refuses
 * @throws ApiProblem when the server does
 */
export async function addPasskey(name: string): Promise<void> {
  const options = await readAuth<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = toJson(await navigator.credentials.create({ publicKey }));
  await sendAuth('/passkey/verify-registration', { response, name });
}

function toJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential))
    throw new DOMException('no passkey was given', 'NotAllowedError');
  return credential.toJSON();
}
