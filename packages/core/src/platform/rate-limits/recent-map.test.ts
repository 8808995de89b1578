import { describe, expect, it } from 'vitest';
import { makeRecentMap } from './recent-map.ts';

const never = (): boolean => false;

describe('a bounded map', () => {
  it('keeps no more entries than its limit', () => {
    const map = makeRecentMap<number>(100, never);
    for (let key = 0; key < 10_000; key++) {
      map.set(`${key}`, key);
      expect(map.size).toBeLessThanOrEqual(100);
    }
    expect(map.size).toBeGreaterThanOrEqual(50);
  });

  it('keeps at least as many of the newest entries as half its limit', () => {
    const map = makeRecentMap<number>(100, never);
    for (let key = 0; key < 1000; key++) map.set(`${key}`, key);
    for (let key = 951; key < 1000; key++) expect(map.get(`${key}`)).toBe(key);
    expect(map.get('899')).toBeUndefined();
  });

  it('keeps an entry that is read repeatedly', () => {
    const map = makeRecentMap<string>(100, never);
    map.set('often', 'kept');
    for (let key = 0; key < 1000; key++) {
      map.set(`${key}`, '');
      expect(map.get('often')).toBe('kept');
    }
  });

  it('keeps an entry that is in use', () => {
    const map = makeRecentMap<{ used: boolean }>(100, ({ used }) => used);
    const value = { used: true };
    map.set('in use', value);
    for (let key = 0; key < 1000; key++) map.set(`${key}`, { used: false });
    expect(map.get('in use')).toBe(value);
    value.used = false;
    for (let key = 0; key < 1000; key++) map.set(`${key}`, { used: false });
    expect(map.get('in use')).toBeUndefined();
  });
});
