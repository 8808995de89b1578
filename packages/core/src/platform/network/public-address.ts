import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Thrown when a host leads to an address that may not be reached. */
export class ForbiddenAddressError extends Error {
  readonly code = 'forbidden_address';
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'ForbiddenAddressError';
  }
}

/** All that IANA has ever given out for the public internet (IPv6 global unicast address assignments). */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Looks public, and is inside every virtual machine of Azure (its "WireServer"). */
const azure_host = '168.63.129.16';

/**
 * True for an address on the public internet. Loopback, private, link-local, carrier-grade NAT, multicast,
 * documentation and reserved ranges are not, nor is IPv6 that carries an IPv4 address inside (mapped, compatible,
 * NAT64, 6to4, Teredo): where it leads cannot be told from outside. (IANA's registries of special-purpose addresses.)
 *
 * @param address in one of the forms that sockets report; short and numeric spellings are not
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === azure_host) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(publicIpv6);
}

/**
 * False for names that the public DNS does not have: without a dot, and those that are set aside for machines and
 * networks (RFC 6761 localhost, RFC 6762 .local, RFC 8375 home.arpa, ICANN's .internal).
 */
export function canBePublicName(hostname: string): boolean {
  const name = foldName(hostname);
  return name.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/.test(name);
}

/** What {@link isLoopbackName names} lead to by definition, whatever a name server says (RFC 6761). */
export const loopback_addresses = ['127.0.0.1', '::1'] as const;

/** True for localhost and the names below it. */
export function isLoopbackName(hostname: string): boolean {
  return /(^|\.)localhost$/.test(foldName(hostname));
}

/** One spelling for a name: small letters, no dot at the end. */
export function foldName(hostname: string): string {
  return hostname.replace(/\.$/, '').toLowerCase();
}

/** The host of a URL as sockets want it: IPv6 without its brackets. */
export function unbracket(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
