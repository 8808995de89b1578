/** The kind of secret that a caller could guess with an endpoint, whose attempts are therefore counted. */
export type Guessing = 'sign_in' | 'password' | 'code';

export interface AuthEndpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly guessing?: Guessing;
  /** Requires step-up authentication within the last few minutes. */
  readonly needs_proof?: true;
}

/** The endpoints of the sign-in library that our page uses, and no others. */
export const auth_endpoints: readonly AuthEndpoint[] = [
  { method: 'POST', path: '/sign-in/email', guessing: 'sign_in' },
  { method: 'POST', path: '/sign-out' },
  { method: 'POST', path: '/change-password', guessing: 'password', needs_proof: true },
  { method: 'POST', path: '/two-factor/enable', guessing: 'password', needs_proof: true },
  { method: 'POST', path: '/two-factor/disable', guessing: 'password', needs_proof: true },
  { method: 'POST', path: '/two-factor/generate-backup-codes', guessing: 'password', needs_proof: true },
  { method: 'POST', path: '/two-factor/verify-totp', guessing: 'code' },
  { method: 'POST', path: '/two-factor/verify-backup-code', guessing: 'code' },
  { method: 'GET', path: '/passkey/generate-register-options', needs_proof: true },
  { method: 'POST', path: '/passkey/verify-registration', needs_proof: true },
  { method: 'GET', path: '/passkey/generate-authenticate-options' },
  { method: 'POST', path: '/passkey/verify-authentication', guessing: 'code' },
  { method: 'GET', path: '/passkey/list-user-passkeys' },
  { method: 'POST', path: '/passkey/delete-passkey', needs_proof: true },
  { method: 'POST', path: '/passkey/update-passkey' },
];
