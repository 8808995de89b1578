import { describe, expect, it } from 'vitest';
import { forbidden_addresses, public_addresses } from '../../../../../test-support/special-addresses.ts';
import { canBePublicName, isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each(public_addresses)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each<readonly [address: string, what: string]>([
    ...forbidden_addresses,
    ['fe80::1%eth0', 'link-local with a zone'],
    // Not addresses.
    ['', 'nothing'],
    ['example.com', 'a name'],
    ['[::1]', 'in brackets'],
    ['127.1', 'short'],
    ['0x7f.1', 'hexadecimal'],
    ['2130706433', 'one number'],
    ['1.1.1.1.1', 'five parts'],
    ['256.1.1.1', 'out of range'],
    [' 8.8.8.8', 'a space'],
    ['8.8.8.8\n', 'a line end'],
  ])('%s is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('canBePublicName', () => {
  it.each([
    'shop.example',
    'shop.example.',
    'localhost.example',
    'local.example',
    'mylocal.example',
    'notlocal.notlocalhost',
    'internal.example',
    'arpa.example',
    'xn--80ak6aa92e.example',
  ])('%s can be', (name) => {
    expect(canBePublicName(name)).toBe(true);
  });

  it.each([
    '',
    '.',
    'shop',
    'shop.',
    'localhost',
    'LOCALHOST.',
    'shop.localhost',
    'printer.local',
    'Printer.Local.',
    'metadata.google.internal',
    'nas.home.arpa',
  ])('%j cannot be', (name) => {
    expect(canBePublicName(name)).toBe(false);
  });
});
