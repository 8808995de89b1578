import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  addressProblem,
  arePublic,
  ForbiddenAddressError,
  guardedLookup,
  isPublicAddress,
} from './guard-address.ts';

describe('isPublicAddress', () => {
  it.each([
    ['8.8.8.8'],
    ['1.1.1.1'],
    ['9.255.255.255'],
    ['11.0.0.0'],
    ['100.63.255.255'],
    ['100.128.0.0'],
    ['126.255.255.255'],
    ['128.0.0.1'],
    ['169.253.255.255'],
    ['169.255.0.0'],
    ['172.15.255.255'],
    ['172.32.0.0'],
    ['192.167.255.255'],
    ['192.169.0.0'],
    ['198.17.255.255'],
    ['198.20.0.0'],
    ['223.255.255.255'],
    ['2606:4700:4700::1111'],
    ['2a00:1450:4007:80e::200e'],
    ['2001:4860:4860::8888'],
    ['3ffe::1'],
  ])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    // IANA's registry of special IPv4 addresses (RFC 6890).
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['10.255.255.255', 'private'],
    ['100.64.0.1', 'behind a carrier’s NAT'],
    ['100.127.255.255', 'behind a carrier’s NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.0.1', 'link-local'],
    ['169.254.169.254', 'metadata of clouds'],
    ['169.254.170.2', 'credentials of containers'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.1', 'protocol assignments'],
    ['192.0.0.192', 'metadata of a cloud'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relays'],
    ['192.168.0.1', 'private'],
    ['192.168.255.255', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['198.19.255.255', 'benchmarks'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    // And of IPv6 ones.
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback, written out'],
    ['::7f00:1', '127.0.0.1 in the old compatible form'],
    ['::a00:1', '10.0.0.1 in the old compatible form'],
    ['::ffff:127.0.0.1', '127.0.0.1, mapped'],
    ['::ffff:7f00:1', '127.0.0.1, mapped, in hexadecimal'],
    ['::ffff:169.254.169.254', 'metadata, mapped'],
    ['::ffff:8.8.8.8', 'mapped, whatever is inside'],
    ['::ffff:0:127.0.0.1', '127.0.0.1, translated (SIIT)'],
    ['64:ff9b::7f00:1', '127.0.0.1 behind NAT64'],
    ['64:ff9b::8.8.8.8', 'behind NAT64, whatever is inside'],
    ['64:ff9b:1::1', 'NAT64 of a local network'],
    ['100::1', 'discarded'],
    ['2001::1', 'Teredo'],
    ['2001:2::1', 'benchmarks'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHIDv2'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '127.0.0.1 in 6to4'],
    ['2002:a00:1::1', '10.0.0.1 in 6to4'],
    ['2002:808:808::1', '6to4, whatever is inside'],
    ['3fff::1', 'documentation'],
    ['4000::1', 'not given to anybody'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fdff:ffff::1', 'unique local'],
    ['fd00:ec2::254', 'metadata of a cloud'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['ff0e::1', 'multicast'],
    // No addresses at all.
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
  ])('%s is not: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the host of an address', () => {
  it.each([
    'https://shop.example/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost.example/',
    'https://notlocalhost/',
    // Where a name leads is judged when it is resolved.
    'https://127.0.0.1.nip.example/',
  ])('%s is left to the resolver, or public', (url) => {
    expect(addressProblem(new URL(url).hostname, false)).toBeUndefined();
  });

  it.each([
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://shop.localhost/',
    'http://shop.localhost./',
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://127.0.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://2130706433/',
    'http://①②⑦.⓪.⓪.①/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://10.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xA9FEA9FE/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
  ])('%s is refused, but in development', (url) => {
    const { hostname } = new URL(url);
    expect(addressProblem(hostname, false)).toBe('must be a public address');
    expect(addressProblem(hostname, true)).toBeUndefined();
  });
});

function look(hostname: string, options: LookupOptions = {}) {
  return new Promise<string | LookupAddress[]>((resolve, reject) => {
    guardedLookup(hostname, options, (error, address) => (error ? reject(error) : resolve(address)));
  });
}

describe('the resolver of sockets', () => {
  it('hands out what is public, one or all as it is asked', async () => {
    // An address is its own answer: no name server is asked.
    expect(await look('8.8.8.8')).toBe('8.8.8.8');
    expect(await look('8.8.8.8', { all: true })).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it.each(['localhost', '127.0.0.1', '::1', '10.0.0.1', '::ffff:127.0.0.1'])(
    'hands out nothing for %s',
    async (hostname) => {
      for (const all of [true, false]) {
        await expect(look(hostname, { all })).rejects.toThrow(ForbiddenAddressError);
      }
    },
  );

  it.each([
    [['8.8.8.8', '2606:4700:4700::1111'], true],
    [['8.8.8.8', '10.0.0.1'], false],
    [['127.0.0.1', '8.8.8.8'], false],
    [['8.8.8.8', '::1'], false],
  ])('takes an answer of %j: %s', (addresses, isTaken) => {
    expect(arePublic(addresses.map((address) => ({ address, family: isIP(address) })))).toBe(isTaken);
  });

  it('passes on that a name does not exist', async () => {
    // Too long for any name: refused without asking a name server.
    await expect(look('x'.repeat(300))).rejects.toMatchObject({ syscall: 'getaddrinfo' });
  });
});
