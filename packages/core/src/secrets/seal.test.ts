import { describe, expect, it } from 'vitest';
import { makeSecretBox } from './seal.ts';

const box = makeSecretBox('a key of thirty-two characters!!');
const other = makeSecretBox('another key of thirty-two chars!');

describe('a sealed secret', () => {
  it.each(['whsec_abc', '', 'é😀\u0000', 'x'.repeat(100_000)])('opens as it was: %#', (plain) => {
    const sealed = box.seal(plain);
    expect(box.open(sealed)).toBe(plain);
    // By another process with the same key.
    expect(makeSecretBox('a key of thirty-two characters!!').open(sealed)).toBe(plain);
  });

  it('says its version and shows nothing of the secret', () => {
    const sealed = box.seal('whsec_secret');
    expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
    expect(sealed).not.toContain('secret');
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('secret');
  });

  it('is another text each time', () => {
    const sealed = new Set(Array.from({ length: 100 }, () => box.seal('same')));
    expect(sealed.size).toBe(100);
  });

  it('does not open with another key', () => {
    expect(() => other.open(box.seal('secret'))).toThrow();
  });

  it('does not open when any byte of it was changed', () => {
    const sealed = Buffer.from(box.seal('secret').slice(3), 'base64url');
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => box.open(`v1.${changed.toString('base64url')}`)).toThrow();
    }
  });

  it('does not open when it was cut anywhere', () => {
    const sealed = Buffer.from(box.seal('secret').slice(3), 'base64url');
    for (let length = 0; length < sealed.length; length++) {
      const cut = `v1.${sealed.subarray(0, length).toString('base64url')}`;
      // What is left for the tag of a very short text would be quicker to guess: it is not even tried.
      if (length < 16)
        expect(() => box.open(cut)).toThrow(/Invalid (authentication tag length|initialization vector)/);
      else expect(() => box.open(cut)).toThrow();
    }
  });

  it.each(['', 'v1', 'v1.', 'v2.abc', 'secret', '.', 'v1.!!!!'])('does not open when it is %j', (text) => {
    expect(() => box.open(text)).toThrow();
  });
});

describe('a derived key', () => {
  it('is the same for the same purpose and key, and 256 bits', () => {
    expect(box.derive('sandbox callbacks')).toMatch(/^[0-9a-f]{64}$/);
    expect(makeSecretBox('a key of thirty-two characters!!').derive('sandbox callbacks')).toBe(
      box.derive('sandbox callbacks'),
    );
  });

  it('is another for another purpose, and for another key', () => {
    const keys = [box.derive('a'), box.derive('b'), box.derive(''), other.derive('a'), other.derive('b')];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
