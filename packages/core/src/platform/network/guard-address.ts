import { isIP, type LookupFunction } from 'node:net';
import { type Problem, problem } from '@guichet/kernel/problem';
import ipaddr from 'ipaddr.js';
import {
  canBePublicName,
  isLoopbackName,
  isPublicAddress,
  loopback_addresses,
  unbracket,
} from './public-address.ts';
import { makeLookup, type ResolveOptions } from './resolve-name.ts';

/** Says where webhooks may go, and lets sockets go nowhere else. */
export interface AddressGuard {
  /** True for an address on the public internet, or in a network that was opened. */
  isAllowed(address: string): boolean;
  /**
   * Says what is wrong with a host that is an address in itself, or a name that leads to none that is allowed.
   * Other names are judged when they are resolved.
   *
   * @param hostname as `URL` gives it: numeric spellings are already folded, IPv6 stands in brackets
   */
  addressProblem(hostname: string): Problem | undefined;
  /** True for an address in a network that was opened, and for a name that only such a network can have. */
  isInside(hostname: string): boolean;
  /**
   * Resolves names for sockets, to allowed addresses only: the socket connects to exactly what was checked, so a name
   * that changes its answer between a check and the connection gains nothing. Sockets do not ask it about a host that
   * is an address in itself: ask {@link addressProblem} first.
   */
  readonly lookup: LookupFunction;
}

/**
 * @param networks addresses and networks (CIDR) beyond the public internet that may be reached: these and no others
 * @throws Error when one of them is neither
 */
export function makeGuard(networks: readonly string[], options: ResolveOptions = {}): AddressGuard {
  const opened = networks.map(parseNetwork);
  const isOpened = (address: string): boolean => {
    if (opened.length === 0 || isIP(address) === 0) return false;
    const parsed = ipaddr.parse(address);
    return opened.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  };
  const isAllowed = (address: string): boolean => isPublicAddress(address) || isOpened(address);
  const isInside = (hostname: string): boolean => {
    const host = unbracket(hostname);
    if (isIP(host) !== 0) return isOpened(host);
    if (isLoopbackName(host)) return loopback_addresses.some(isOpened);
    return opened.length > 0 && !canBePublicName(host);
  };
  return {
    isAllowed,
    isInside,
    addressProblem: (hostname) => {
      const host = unbracket(hostname);
      const isGood = isIP(host) === 0 ? canBePublicName(host) || isInside(host) : isAllowed(host);
      return isGood ? undefined : problem('not_public', 'must be a public address');
    },
    lookup: makeLookup({ isAllowed, reads_local_names: opened.length > 0 }, options),
  };
}

function parseNetwork(text: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = '', bits] = text.split('/');
  // The parser takes short and numeric spellings too.
  if (isIP(address) === 0) throw new Error(`${text} is neither an address nor a network`);
  if (bits !== undefined) return ipaddr.parseCIDR(text);
  const parsed = ipaddr.parse(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
