import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The error when a host is not allowed, or resolves to an address that is not allowed. */
export class ForbiddenAddressError extends Error {
  readonly code = 'forbidden_address';
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'ForbiddenAddressError';
  }
}

/** All addresses that IANA has ever assigned to the public internet (IPv6 global unicast address assignments). */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** An address that looks public, but exists inside every virtual machine of Azure (its "WireServer"). */
const azure_host = '168.63.129.16';

/**
 * Whether an address is on the public internet. Loopback, private, link-local, carrier-grade NAT, multicast,
 * documentation and reserved ranges are not, nor is IPv6 with an embedded IPv4 address (mapped, compatible,
 * NAT64, 6to4, Teredo): its destination cannot be known from outside. (IANA's registries of special-purpose
 * addresses.)
 *
 * @param address as sockets report it, without short and numeric spellings
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === azure_host) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(publicIpv6);
}

/**
 * Whether a name can exist in the public DNS. Excluded are names without a dot, and names reserved for machines and
 * networks (RFC 6761 localhost, RFC 6762 .local, RFC 8375 home.arpa, ICANN's .internal).
 */
export function canBePublicName(hostname: string): boolean {
  const name = foldName(hostname);
  return name.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/.test(name);
}

/**
 * The addresses to which {@link isLoopbackName loopback names} refer by definition, whatever a name server responds
 * (RFC 6761).
 */
export const loopback_addresses = ['127.0.0.1', '::1'] as const;

/** Whether a name is `localhost` or a subdomain of it. */
export function isLoopbackName(hostname: string): boolean {
  return /(^|\.)localhost$/.test(foldName(hostname));
}

/** Normalizes a name: lower case, no final dot. */
export function foldName(hostname: string): string {
  return hostname.replace(/\.$/, '').toLowerCase();
}

/** Converts the host of a URL for sockets: removes the brackets of an IPv6 address. */
export function unbracket(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
