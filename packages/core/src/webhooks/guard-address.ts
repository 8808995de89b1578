import { type LookupAddress, type LookupOptions, lookup as resolve } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Thrown when a host leads to an address that webhooks may not reach. */
export class ForbiddenAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'ForbiddenAddressError';
  }
}

/** All that IANA has ever given out for the public internet (IPv6 global unicast address assignments). */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address on the public internet. Loopback, private, link-local, carrier-grade NAT, multicast,
 * documentation and reserved ranges are not, nor is IPv6 that carries an IPv4 address inside (mapped, compatible,
 * NAT64, 6to4, Teredo): where it leads cannot be told from outside.
 *
 * @param address in one of the forms that sockets report; short and numeric spellings are not
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(publicIpv6);
}

/**
 * Says what is wrong with a host that is an address in itself; names are judged when they are resolved.
 *
 * @param hostname as `URL` gives it: numeric spellings are already folded, IPv6 stands in brackets
 */
export function addressProblem(hostname: string, allow_local: boolean): string | undefined {
  if (allow_local) return undefined;
  const bare = hostname.replace(/^\[|\]$/g, '');
  const isLocalName = /(^|\.)localhost\.?$/i.test(bare);
  if (isLocalName || (isIP(bare) !== 0 && !isPublicAddress(bare))) return 'must be a public address';
  return undefined;
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * A resolver for sockets that hands out public addresses only. The socket connects to exactly what was checked, so a
 * name that changes its answer between a check and the connection gains nothing.
 */
export function guardedLookup(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    if (!first || !arePublic(addresses)) return callback(new ForbiddenAddressError(hostname), '');
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}

/** One private address among public ones is enough to refuse the name: nobody honest has such an answer. */
export function arePublic(addresses: readonly LookupAddress[]): boolean {
  return addresses.every(({ address }) => isPublicAddress(address));
}
