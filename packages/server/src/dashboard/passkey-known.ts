/** Refuses a passkey that is already registered, as WebAuthn section 7.1 requires: it must have one owner. */
export const passkey_known = {
  code: 'PASSKEY_KNOWN',
  message: 'This passkey is already in use. Create another one.',
} as const;
