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

/** Decides which addresses webhooks may reach, and keeps sockets from connecting to any other. */
export interface AddressGuard {
  /** Whether an address is on the public internet, or in an opened network. */
  isAllowed(address: string): boolean;
  /**
   * Checks a host that is an address, or a name that cannot have an allowed address. Other names are checked when
   * they are resolved.
   *
   * @param hostname from `URL`: numeric spellings are normalized, IPv6 is in brackets
   * @returns undefined when the host may be used
   */
  addressProblem(hostname: string): Problem | undefined;
  /** Whether an address is in an opened network, or a name can only exist in one. */
  isInside(hostname: string): boolean;
  /**
   * Resolves names for sockets, to allowed addresses only. The socket connects to exactly the address that was
   * checked, so an attacker gains nothing from a name that resolves differently a moment later. Sockets do not call
   * it for a host that is an address: check {@link addressProblem} first.
   */
  readonly lookup: LookupFunction;
}

/**
 * @param networks the addresses and networks (CIDR) outside the public internet that may be reached
 * @throws Error for an entry that is neither an address nor a network
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
  // Checked first, because the parser would also accept short and numeric spellings.
  if (isIP(address) === 0) throw new Error(`${text} is neither an address nor a network`);
  if (bits !== undefined) return ipaddr.parseCIDR(text);
  const parsed = ipaddr.parse(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
