import { constants, generateKeyPairSync, type KeyObject, privateDecrypt } from 'node:crypto';

/** The key that PINs are encrypted with. */
export interface PinKey {
  /** As `GET /api/account/v1/publicKeys` returns it. */
  describe(): Readonly<Record<string, unknown>>;
  /** Returns undefined if the PIN was encrypted with a different key. */
  decrypt(encrypted: string): string | undefined;
  /** Revokes the key and uses a new one. */
  rotate(): void;
}

type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** Created on first use, once per process: creating one takes a while. */
const pairs: Pair[] = [];

export function makePinKey(): PinKey {
  let serial = 0;
  const current = (): Pair => {
    const pair = pairs[serial] ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
    pairs[serial] = pair;
    return pair;
  };
  return {
    describe: () => ({
      key: current().publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      keyId: `key-${serial}`,
      keySize: 2048,
      keyType: 'RSA',
    }),
    decrypt: (encrypted) => {
      try {
        const padding = constants.RSA_PKCS1_PADDING;
        const pin = privateDecrypt(
          { key: current().privateKey, padding },
          Buffer.from(encrypted, 'base64'),
        ).toString();
        // A PIN that was encrypted with a different key decrypts to noise, not to an error.
        return /^\d{4}$/.test(pin) ? pin : undefined;
      } catch {
        return undefined;
      }
    },
    rotate: () => {
      serial += 1;
    },
  };
}
