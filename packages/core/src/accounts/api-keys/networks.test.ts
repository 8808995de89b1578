import { describe, expect, it } from 'vitest';
import { isWithin, normalNetwork, parseNetwork } from './networks.ts';

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    [' 203.0.113.7 ', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:1:2:3::/64', '2001:db8:1:2::/64'],
    ['::/0', '::/0'],
  ])('%s is stored as %s', (text, network) => {
    expect(normalNetwork(text)).toBe(network);
    expect(normalNetwork(network)).toBe(network);
  });

  it.each([
    '',
    '/',
    '/24',
    '203.0.113',
    '203.0.113.7/',
    '203.0.113.7/33',
    '203.0.113.7/-1',
    '203.0.113.7/024',
    '203.0.113.7/24/24',
    '203.0.113.256',
    '0x7f.1',
    '2130706433',
    '010.0.0.1',
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:203.0.113.7',
    '::ffff:203.0.113.0/120',
    'shop.example',
    '*',
  ])('%j is refused', (text) => {
    expect(normalNetwork(text)).toBeUndefined();
  });
});

describe('an address', () => {
  const networks = ['203.0.113.0/24', '198.51.100.7/32', '2001:db8:1:2::/64'].map(parseNetwork);

  it.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['::ffff:203.0.113.9', true],
    ['203.0.113.9:4711', true],
    ['198.51.100.7', true],
    ['2001:db8:1:2:ffff::1', true],
    ['[2001:db8:1:2::1]:4711', true],
    ['203.0.114.0', false],
    ['198.51.100.8', false],
    ['2001:db8:1:3::1', false],
    ['', false],
    ['unknown', false],
    ['203.0.113.9, 198.51.100.7', false],
  ])('%s is within one of the networks: %s', (address, is_within) => {
    expect(isWithin(address, networks)).toBe(is_within);
  });

  it('is not within an empty list of networks', () => {
    expect(isWithin('203.0.113.9', [])).toBe(false);
  });
});
