import { expect, test } from 'vitest';
import { makeProxyCheck } from './read-address.ts';

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['11.1.2.3', false],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['2001:db8::1', true],
  ['2001:db8:1::1', false],
  ['', false],
  ['unix', false],
])('%s is a trusted proxy: %s', (address, expected) => {
  const isProxy = makeProxyCheck({ trusted_proxies: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/48'] });
  expect(isProxy(address)).toBe(expected);
});
