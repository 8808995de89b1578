/** Whose passkey it is already must not be in doubt: WebAuthn section 7.1 refuses it too. */
export const passkey_known = {
  code: 'PASSKEY_KNOWN',
  message: 'This passkey is already in use. Create another one.',
} as const;
