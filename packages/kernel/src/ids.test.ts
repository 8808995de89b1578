import { describe, expect, it } from 'vitest';
import { type IdKind, lowestIdAt, makeId, makeToken } from './ids.ts';

describe('makeId', () => {
  it.each<[IdKind, string]>([
    ['merchant', 'mer'],
    ['api_key', 'key'],
    ['session', 'cs'],
    ['payment', 'pay'],
    ['attempt', 'att'],
    ['ledger_transaction', 'ltx'],
    ['event', 'evt'],
    ['webhook_endpoint', 'whe'],
    ['delivery', 'dlv'],
  ])('an id of a %s begins with %s_ and goes on with a ULID', (kind, prefix) => {
    // Crockford's alphabet; 7 is the largest first character of 128 bits.
    expect(makeId(kind)).toMatch(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`));
  });

  it('never gives the same twice, and sorts in the order of making', () => {
    const ids = Array.from({ length: 100_000 }, () => makeId('payment'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('carries the time of making', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const before_ms = Date.now();
    const time = makeId('event').slice(4, 14);
    const made_ms = [...time].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0);
    expect(made_ms).toBeGreaterThanOrEqual(before_ms);
    expect(made_ms).toBeLessThanOrEqual(Date.now());
  });
});

describe('makeToken', () => {
  it('gives 256 bits that fit into an address as they are', () => {
    const tokens = Array.from({ length: 1000 }, makeToken);
    expect(tokens.filter((token) => !/^[A-Za-z0-9_-]{43}$/.test(token))).toEqual([]);
    expect(tokens.filter((token) => Buffer.from(token, 'base64url').length !== 32)).toEqual([]);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('draws every character, at the beginning too but for the hyphen of options', () => {
    const firsts = new Set(Array.from({ length: 5000 }, () => makeToken().charAt(0)));
    expect(firsts.size).toBe(63);
    expect(firsts).not.toContain('-');
  });
});

describe('lowestIdAt', () => {
  it('stands before what is made from then on, and after what was made before', () => {
    const before = new Date();
    const id = makeId('event');
    expect(lowestIdAt('event', before) <= id).toBe(true);
    expect(lowestIdAt('event', new Date(Date.now() + 1)) > id).toBe(true);
    expect(lowestIdAt('event', before)).toMatch(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{9}0{16}$/);
  });

  it('of a time before ids is the lowest of all', () => {
    expect(lowestIdAt('delivery', new Date(-1))).toBe(`dlv_${'0'.repeat(26)}`);
  });
});
