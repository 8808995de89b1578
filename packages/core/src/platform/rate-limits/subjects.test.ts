import { describe, expect, it } from 'vitest';
import { digestOf, networkOf } from './subjects.ts';

describe('the rate-limited network of an address', () => {
  it.each<[address: string, network: string | undefined]>([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', undefined],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['1', undefined],
    ['192.0.2', undefined],
    ['192.0.2.256', undefined],
    ['192.0.2.07', undefined],
    ['192.0.2.7:port', undefined],
    ['192.0.2.7, 192.0.2.8', undefined],
    ['2001:db8::1::2', undefined],
    ['/tmp/socket', undefined],
    [`${'1'.repeat(100_000)}.2`, undefined],
  ])('is determined for %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('a digest', () => {
  it('is short for any text, and differs for different texts', () => {
    const texts = ['', 'a', 'b', 'a'.repeat(16_000), '\u0000', '\ud800'];
    const digests = texts.map(digestOf);
    expect(new Set(digests).size).toBe(texts.length);
    for (const digest of digests) expect(digest).toMatch(/^[\w-]{22}$/);
    expect(digestOf('a')).toBe(digests[1]);
  });
});
