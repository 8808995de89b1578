import ipaddr from 'ipaddr.js';
import { parseAddress } from '../../platform/rate-limits/subjects.ts';

/** A network: its first address and the length of its prefix in bits. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/**
 * Normalizes a network for storage: a single address is a network of one, and bits after the prefix are
 * cleared (`203.0.113.7/24` becomes `203.0.113.0/24`).
 *
 * @param text CIDR notation (RFC 4632, RFC 4291 section 2.3), IPv4 or IPv6
 * @returns undefined when the text is not a network
 */
export function normalNetwork(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.trim().split('/');
  if (rest.length > 0 || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address))) {
    return undefined;
  }
  const parsed = ipaddr.parse(address);
  // An IPv4-mapped address arrives as IPv4 (RFC 4291 section 2.5.5.2), and a zone is meaningful on only one
  // machine.
  if (parsed instanceof ipaddr.IPv6 && (parsed.isIPv4MappedAddress() || address.includes('%'))) {
    return undefined;
  }
  const bits_max = parsed instanceof ipaddr.IPv4 ? 32 : 128;
  if (bits === undefined) return `${parsed}/${bits_max}`;
  if (!/^(0|[1-9]\d{0,2})$/.test(bits) || Number(bits) > bits_max) return undefined;
  const kind = parsed instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

/** Parses a stored network. @param text as returned by {@link normalNetwork} */
export function parseNetwork(text: string): Network {
  return ipaddr.parseCIDR(text);
}

/**
 * Whether an address is in one of the networks; false for text that is not an address.
 *
 * @param address as reported by the socket or a trusted proxy
 */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  const parsed = parseAddress(address);
  if (!parsed) return false;
  return networks.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits]),
  );
}
