import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what we have to be able to read again (webhook secrets). API keys are hashed instead. */
export interface SecretBox {
  /** @returns text that says its own version, safe to store. */
  seal(plain: string): string;
  /** @throws Error when the text was sealed with another key or was changed. */
  open(sealed: string): string;
  /** A key for one purpose, the same for every process that has the same SECRET_KEY. */
  derive(purpose: string): string;
}

const version = 'v1';
const nonce_bytes = 12;
const tag_bytes = 16;

/** AES-256-GCM with a key derived by HKDF-SHA-256 from SECRET_KEY; a fresh nonce for each text (NIST SP 800-38D). */
export function makeSecretBox(secret_key: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret_key, '', 'guichet sealed secrets', 32));
  return {
    seal: (plain) => {
      const nonce = randomBytes(nonce_bytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open: (sealed) => {
      const [sealedVersion, text] = sealed.split('.');
      if (sealedVersion !== version || text === undefined) throw new Error('not a sealed secret');
      const bytes = Buffer.from(text, 'base64url');
      // Without the length a text that was cut short would be tried with a short tag, which is easier to guess.
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonce_bytes), {
        authTagLength: tag_bytes,
      });
      decipher.setAuthTag(bytes.subarray(-tag_bytes));
      const body = decipher.update(bytes.subarray(nonce_bytes, -tag_bytes));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
    derive: (purpose) =>
      Buffer.from(hkdfSync('sha256', secret_key, '', `guichet ${purpose}`, 32)).toString('hex'),
  };
}
