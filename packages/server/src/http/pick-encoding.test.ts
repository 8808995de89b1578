import { expect, test } from 'vitest';
import { pickEncoding } from './pick-encoding.ts';

const offered = ['gzip', 'zstd', 'br'] as const;

test.each<[header: string | undefined, picked: string | null]>([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzipped, x-gzip', null],
  [',;,;q=', null],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['zstd', 'zstd'],
  ['BR', 'br'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br, zstd', 'zstd'],
  ['br;q=1, GZIP ; Q=0.5', 'br'],
  ['gzip;q=0.5, br;q=0.5', 'gzip'],
  ['zstd;q=0.2, br;q=0.201', 'br'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.000, br', 'br'],
  ['br, gzip ; q=0.000', 'br'],
  ['gzip;level=9;q=0, br;q=0.1', 'br'],
  // An invalid weight counts as 0.
  ['gzip;q=2, br', 'br'],
  ['gzip;q=-1, br', 'br'],
  ['gzip;q=0.5555, br', 'br'],
  ['gzip;q=x', null],
  ['*', 'gzip'],
  ['*;q=0.5, gzip;q=0.1', 'zstd'],
  ['gzip;q=0, *', 'zstd'],
  ['gzip;q=0, zstd;q=0, *;q=0.1', 'br'],
  ['*;q=0', null],
  ['identity, gzip', 'gzip'],
  ['identity;q=1, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0.5, gzip;q=0.1, br;q=0.7', 'br'],
  // A client that refuses the plain form gets the most widely supported encoding.
  ['identity;q=0', 'gzip'],
  ['identity;q=0, gzip;q=0', 'zstd'],
  ['identity;q=0, br', 'br'],
  ['identity;q=0, *;q=0', null],
  ['identity;q=0, gzip;q=0, zstd;q=0, br;q=0', null],
])('for Accept-Encoding %j, picks %s', (header, picked) => {
  expect(pickEncoding(header, offered)).toBe(picked);
});

test('a header of the maximum length is parsed quickly', () => {
  const header = `${'a;q=0.5,'.repeat(2_000)}br`;
  expect(pickEncoding(header, offered)).toBe('br');
});
