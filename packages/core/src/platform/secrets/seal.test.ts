import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeSecretBox } from './seal.ts';

const box = makeSecretBox('a key of thirty-two characters!!');
const other = makeSecretBox('another key of thirty-two chars!');

/** Returns the encrypted part of a sealed text. */
const textOf = (sealed: string): string => sealed.split('.').at(-1) ?? '';

describe('a sealed secret', () => {
  it.each(['whsec_abc', '', 'é😀\u0000', 'x'.repeat(100_000)])('opens unchanged: %#', (plain) => {
    const sealed = box.seal(plain);
    expect(box.open(sealed)).toBe(plain);
    // This box has the same key, as in another process.
    expect(makeSecretBox('a key of thirty-two characters!!').open(sealed)).toBe(plain);
  });

  it('contains its version and no part of the secret', () => {
    const sealed = box.seal('whsec_secret');
    expect(sealed).toMatch(/^v2\.[0-9a-f]{12}\.[A-Za-z0-9_-]+$/);
    expect(sealed).not.toContain('secret');
    expect(Buffer.from(textOf(sealed), 'base64url').toString('latin1')).not.toContain('secret');
  });

  it('is different each time, even for the same plain text', () => {
    const sealed = new Set(Array.from({ length: 100 }, () => box.seal('same')));
    expect(sealed.size).toBe(100);
  });

  it('does not open with another key', () => {
    expect(() => other.open(box.seal('secret'))).toThrow();
  });

  it('does not open when any byte was changed', () => {
    const sealed = Buffer.from(textOf(box.seal('secret')), 'base64url');
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => box.open(`${box.current_prefix}${changed.toString('base64url')}`)).toThrow();
    }
  });

  it('does not open when it was truncated anywhere', () => {
    const sealed = Buffer.from(textOf(box.seal('secret')), 'base64url');
    for (let length = 0; length < sealed.length; length++) {
      const cut = `${box.current_prefix}${sealed.subarray(0, length).toString('base64url')}`;
      // A very short text has a shorter tag, which would be easier to guess, so decryption is not even attempted.
      if (length < 16)
        expect(() => box.open(cut)).toThrow(/Invalid (authentication tag length|initialization vector)/);
      else expect(() => box.open(cut)).toThrow();
    }
  });

  it.each(['', 'v1', 'v1.', 'v1.!!!!', 'v2', 'v2.abc', 'v2.abc.def', 'v3.abc.def', 'secret', '.'])(
    'does not open when it is %j',
    (text) => {
      expect(() => box.open(text)).toThrow();
    },
  );
});

describe('a secret box with previous keys', () => {
  const rotated = makeSecretBox('a third key of thirty-two chars!', [
    'another key of thirty-two chars!',
    'a key of thirty-two characters!!',
  ]);

  it('opens texts sealed with any of its keys, and seals with the newest', () => {
    for (const sealer of [box, other, rotated]) expect(rotated.open(sealer.seal('secret'))).toBe('secret');
    const sealed = rotated.seal('secret');
    expect(sealed.startsWith(rotated.current_prefix)).toBe(true);
    expect(box.seal('secret').startsWith(rotated.current_prefix)).toBe(false);
    expect(() => box.open(sealed)).toThrow('sealed with another key');
  });

  it('opens texts sealed before keys had names', () => {
    const key = Buffer.from(
      hkdfSync('sha256', 'a key of thirty-two characters!!', '', 'guichet sealed secrets', 32),
    );
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const body = Buffer.concat([cipher.update('old secret', 'utf8'), cipher.final()]);
    const sealed = `v1.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    expect(rotated.open(sealed)).toBe('old secret');
    expect(box.open(sealed)).toBe('old secret');
    expect(() => other.open(sealed)).toThrow();
  });
});

describe('a key derived for a purpose', () => {
  it('is the same for the same purpose and SECRET_KEY, and 256 bits long', () => {
    expect(box.derive('sandbox callbacks')).toMatch(/^[0-9a-f]{64}$/);
    expect(makeSecretBox('a key of thirty-two characters!!').derive('sandbox callbacks')).toBe(
      box.derive('sandbox callbacks'),
    );
  });

  it('differs for each purpose and SECRET_KEY', () => {
    const keys = [box.derive('a'), box.derive('b'), box.derive(''), other.derive('a'), other.derive('b')];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
