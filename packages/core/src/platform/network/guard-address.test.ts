import { describe, expect, it } from 'vitest';
import { makeGuard } from './guard-address.ts';

const closed = makeGuard([]);
const not_public = 'must be a public address';

describe('the host', () => {
  it.each([
    'https://shop.example/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost.example/',
    // The addresses of a name are checked when it is resolved.
    'https://127.0.0.1.nip.example/',
  ])('in %s is public, or left for the resolver to check', (url) => {
    expect(closed.addressProblem(new URL(url).hostname)).toBeUndefined();
  });

  it.each([
    'http://localhost/',
    'http://shop.localhost./',
    'http://shop/',
    'http://shop.internal/',
    'http://127.0.0.1./',
    'http://0x7f.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00:ec2::254]/',
  ])('in %s is refused', (url) => {
    expect(closed.addressProblem(new URL(url).hostname)?.sentence).toBe(not_public);
  });
});

it('a name of this machine is refused while only other networks are open', () => {
  expect(makeGuard(['10.20.0.0/16']).addressProblem('localhost')?.sentence).toBe(not_public);
});

describe('opened networks', () => {
  it.each<[networks: string[], address: string, isAllowed: boolean]>([
    [['10.20.0.0/16'], '10.20.0.0', true],
    [['10.20.0.0/16'], '10.20.255.255', true],
    [['10.20.0.0/16'], '10.19.255.255', false],
    [['10.20.0.0/16'], '10.21.0.0', false],
    [['10.20.0.0/16'], '127.0.0.1', false],
    [['10.20.0.0/16'], '169.254.169.254', false],
    [['10.20.0.0/16'], '8.8.8.8', true],
    // The same address in a different notation is routed differently, and is not open.
    [['10.20.0.0/16'], '::ffff:10.20.0.1', false],
    [['10.20.0.0/16'], '::a14:1', false],
    [['10.20.0.0/16'], '64:ff9b::a14:1', false],
    [['10.20.0.0/16'], '2002:a14:1::', false],
    [['10.20.3.4'], '10.20.3.4', true],
    [['10.20.3.4'], '10.20.3.5', false],
    [['10.20.3.4/32'], '10.20.3.3', false],
    // Bits after the prefix are ignored.
    [['10.20.3.4/16'], '10.20.200.1', true],
    [['127.0.0.0/8'], '127.255.0.1', true],
    [['127.0.0.0/8'], '0.0.0.0', false],
    [['127.0.0.0/8'], '::1', false],
    [['::1'], '::1', true],
    [['::1'], '::2', false],
    [['::1'], '127.0.0.1', false],
    [['fd12:3456::/32'], 'fd12:3456::1', true],
    [['fd12:3456::/32'], 'fd12:3457::1', false],
    [['::ffff:10.0.0.0/104'], '::ffff:10.1.2.3', true],
    [['::ffff:10.0.0.0/104'], '10.1.2.3', false],
    [['10.1.0.0/16', '192.168.7.0/24', 'fd00::/8'], '192.168.7.9', true],
    [['10.1.0.0/16', '192.168.7.0/24', 'fd00::/8'], 'fd99::1', true],
    [['10.1.0.0/16', '192.168.7.0/24', 'fd00::/8'], '192.168.8.9', false],
  ])('%j allow the address %s: %s', (networks, address, isAllowed) => {
    const guard = makeGuard(networks);
    expect(guard.isAllowed(address)).toBe(isAllowed);
    const hostname = address.includes(':') ? `[${address}]` : address;
    expect(guard.addressProblem(hostname)?.sentence).toBe(isAllowed ? undefined : not_public);
  });

  it.each(['everything', '10.0.0.0/33', '10.0.0', '10.0.0/8', '1', ''])('cannot include %j', (network) => {
    expect(() => makeGuard([network])).toThrow();
  });

  it.each<[networks: string[], hostname: string, isInside: boolean]>([
    [['10.20.0.0/16'], '10.20.1.1', true],
    [['10.20.0.0/16'], '10.21.1.1', false],
    [['fd12::/16'], '[fd12::1]', true],
    [['10.20.0.0/16'], 'shop', true],
    [['10.20.0.0/16'], 'shop.internal', true],
    [['10.20.0.0/16'], 'printer.local', true],
    [['10.20.0.0/16'], 'localhost', false],
    [['127.0.0.0/8'], 'localhost', true],
    [['::1'], 'shop.localhost.', true],
    // These may also be on the public internet, so they do not count as inside the opened network.
    [['10.20.0.0/16'], 'shop.example', false],
    [['10.20.0.0/16'], '8.8.8.8', false],
    [[], 'shop', false],
    [[], '10.20.1.1', false],
  ])('%j contain the host %s: %s', (networks, hostname, isInside) => {
    expect(makeGuard(networks).isInside(hostname)).toBe(isInside);
    if (isInside) expect(makeGuard(networks).addressProblem(hostname)).toBeUndefined();
  });
});
