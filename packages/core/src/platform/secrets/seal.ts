import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets that have to be readable again, such as webhook secrets and account settings. API keys are
 * hashed instead.
 */
export interface SecretBox {
  /** @returns an encrypted text with its version and the id of its key, safe to store */
  seal(plain: string): string;
  /** @throws Error when the text was encrypted with an unknown key, or modified */
  open(sealed: string): string;
  /** The prefix of every text encrypted with the current key. */
  readonly current_prefix: string;
  /** Derives a key for one purpose. It is the same in every process with the same SECRET_KEY. */
  derive(purpose: string): string;
  /** Derives a key from SECRET_KEY and from each previous one: for values that outlive a rotation. */
  deriveEach(purpose: string): readonly string[];
}

interface Key {
  /** Identifies the key, and reveals nothing about it. */
  readonly id: string;
  readonly bytes: Buffer;
}

const version = 'v2';
/** The version of texts from before keys had names. */
const nameless_version = 'v1';
const nonce_bytes = 12;
const tag_bytes = 16;
const id_bytes = 6;

/**
 * Makes a box that uses AES-256-GCM, with a key derived from SECRET_KEY by HKDF-SHA-256 and a fresh nonce for each
 * text (NIST SP 800-38D).
 *
 * @param previous earlier keys with which texts may still be sealed
 */
export function makeSecretBox(secret_key: string, previous: readonly string[] = []): SecretBox {
  const current = makeKey(secret_key);
  const keys = [current, ...previous.map(makeKey)];
  return {
    current_prefix: `${version}.${current.id}.`,
    seal: (plain) => {
      const nonce = randomBytes(nonce_bytes);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const text = Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
      return `${version}.${current.id}.${text}`;
    },
    open: (sealed) => {
      const [sealedVersion, ...parts] = sealed.split('.');
      const [id, text] = sealedVersion === nameless_version ? [undefined, ...parts] : parts;
      if ((sealedVersion !== version && sealedVersion !== nameless_version) || text === undefined) {
        throw new Error('not a sealed secret');
      }
      const fitting = keys.filter((key) => id === undefined || key.id === id);
      if (fitting.length === 0) throw new Error('sealed with another key');
      return openWithAny(fitting, Buffer.from(text, 'base64url'));
    },
    derive: (purpose) => deriveFrom(secret_key, purpose),
    deriveEach: (purpose) => [secret_key, ...previous].map((key) => deriveFrom(key, purpose)),
  };
}

function deriveFrom(secret_key: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret_key, '', `guichet ${purpose}`, 32)).toString('hex');
}

function makeKey(secret_key: string): Key {
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret_key, '', info, length));
  return {
    id: derive('guichet name of the key', id_bytes).toString('hex'),
    bytes: derive('guichet sealed secrets', 32),
  };
}

/** Decrypts with the key for which the authentication tag is valid. @throws the last key's error */
function openWithAny([key, ...others]: readonly Key[], bytes: Buffer): string {
  if (!key) throw new Error('sealed with another key');
  try {
    return openWith(key, bytes);
  } catch (error) {
    if (others.length === 0) throw error;
    return openWithAny(others, bytes);
  }
}

function openWith(key: Key, bytes: Buffer): string {
  // Without a fixed length, a truncated text would be accepted with a shorter tag, which is easier to guess.
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, nonce_bytes), {
    authTagLength: tag_bytes,
  });
  decipher.setAuthTag(bytes.subarray(-tag_bytes));
  const body = decipher.update(bytes.subarray(nonce_bytes, -tag_bytes));
  return Buffer.concat([body, decipher.final()]).toString('utf8');
}
