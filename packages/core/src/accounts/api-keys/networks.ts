import ipaddr from 'ipaddr.js';
import { parseAddress } from '../../platform/rate-limits/subjects.ts';

/** A network of addresses: its first address, and how many bits they share. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/**
 * A network as it is kept: an address alone is a network of one, and what stands behind the shared bits is cut off
 * (`203.0.113.7/24` is `203.0.113.0/24`).
 *
 * @param text CIDR notation (RFC 4632, RFC 4291 section 2.3), IPv4 or IPv6
 * @returns undefined when it is none
 */
export function normalNetwork(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.trim().split('/');
  if (rest.length > 0 || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address))) {
    return undefined;
  }
  const parsed = ipaddr.parse(address);
  // Such an address arrives as IPv4 (RFC 4291 section 2.5.5.2), and a zone says something on one machine only.
  if (parsed instanceof ipaddr.IPv6 && (parsed.isIPv4MappedAddress() || address.includes('%'))) {
    return undefined;
  }
  const bits_max = parsed instanceof ipaddr.IPv4 ? 32 : 128;
  if (bits === undefined) return `${parsed}/${bits_max}`;
  if (!/^(0|[1-9]\d{0,2})$/.test(bits) || Number(bits) > bits_max) return undefined;
  const kind = parsed instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

/** @param text as {@link normalNetwork} made it */
export function parseNetwork(text: string): Network {
  return ipaddr.parseCIDR(text);
}

/**
 * Whether an address is in one of the networks; what is no address is in none.
 *
 * @param address as the socket or a trusted proxy tells it
 */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  const parsed = parseAddress(address);
  if (!parsed) return false;
  return networks.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits]),
  );
}
