import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashKey, makeKey, modeOfKey } from './format.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Computes the CRC-32 of PNG and zip (ISO 3309) by its definition. */
function crc32(text: string): number {
  let rest = 0xff_ff_ff_ff;
  for (const byte of Buffer.from(text)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xed_b8_83_20 : rest >>> 1;
  }
  return (rest ^ 0xff_ff_ff_ff) >>> 0;
}

/** Returns the checksum as six base62 digits, as a scanner for leaked secrets would compute it. */
function checksum(mode: string, random: string): string {
  let rest = crc32(`${mode}.${random}`);
  return Array.from({ length: 6 }, () => {
    const digit = base62.charAt(rest % 62);
    rest = Math.floor(rest / 62);
    return digit;
  })
    .reverse()
    .join('');
}

describe('a new key', () => {
  it.each(['test', 'live'] as const)('of mode %s has its prefix, and is well formed', (mode) => {
    const key = makeKey(mode);
    expect(key).toMatch(new RegExp(`^svc_${mode}_[0-9A-Za-z]{32}$`));
    expect(modeOfKey(key)).toBe(mode);
  });

  it('ends with the checksum of the rest', () => {
    const random = makeKey('live').slice(9, 35);
    expect(modeOfKey(`svc_live_${random}${checksum('live', random)}`)).toBe('live');
  });

  it('is never repeated, and can contain every character', () => {
    const keys = Array.from({ length: 2000 }, () => makeKey('test'));
    expect(new Set(keys).size).toBe(keys.length);
    const drawn = new Set(keys.flatMap((key) => [...key.slice(9, 35)]));
    expect([...drawn].sort().join('')).toBe(base62);
  });
});

describe('modeOfKey refuses a key', () => {
  const key = makeKey('test');
  const body = key.slice(9);

  it('with any single character replaced', () => {
    const typos = [...body].flatMap((character, index) =>
      [...base62]
        .filter((other) => other !== character)
        .map((other) => body.slice(0, index) + other + body.slice(index + 1)),
    );
    expect(typos).toHaveLength(32 * 61);
    expect(typos.filter((typo) => modeOfKey(`svc_test_${typo}`))).toEqual([]);
  });

  it('with any two neighboring characters swapped', () => {
    const swaps = [...body].slice(1).map((_, index) => {
      const [left = '', right = ''] = body.slice(index, index + 2);
      return body.slice(0, index) + right + left + body.slice(index + 2);
    });
    expect(swaps.filter((swap) => swap !== body && modeOfKey(`svc_test_${swap}`))).toEqual([]);
  });

  it.each<[string, string]>([
    ['of the other mode', `svc_live_${body}`],
    ['of an unknown mode', `svc_demo_${body}`],
    ['without its prefix', body],
    ['of another service', `sk_test_${body}`],
    ['one character short', key.slice(0, -1)],
    ['one character too long', `${key}0`],
    ['with a space before', ` ${key}`],
    ['with a line end', `${key}\n`],
    ['in capitals', key.toUpperCase()],
    ['in a different alphabet', `svc_test_${'é'.repeat(32)}`],
    ['empty', ''],
  ])('%s', (_, text) => {
    expect(modeOfKey(text)).toBeUndefined();
  });
});

describe('hashKey', () => {
  it('returns the SHA-256 of the whole text', () => {
    expect(hashKey('svc_test_x')).toEqual(createHash('sha256').update('svc_test_x').digest());
  });
});
