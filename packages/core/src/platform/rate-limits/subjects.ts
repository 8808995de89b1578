import { hash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The prefix length of a customer's IPv6 network. The customer can use any address in it (RFC 4291 section 2.5.4).
 */
const ipv6_prefix_length = 64;
/** Matches an address with a port, as appended by some proxies: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
const with_port = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>[\d.]+))(?::\d+)?$/;

/**
 * Returns the network to which the limit of an address applies: for IPv4 the address itself, even if written as
 * IPv6 (`::ffff:192.0.2.7`), for IPv6 its /64.
 *
 * @param address from the socket or the proxy
 * @returns undefined when it is not an address
 */
export function networkOf(address: string): string | undefined {
  // A dual-stack socket reports an IPv4 address in this form.
  const shown = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  if (isIPv4(shown)) return shown;
  const parsed = parseAddress(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString();
  const words = parsed.parts.slice(0, ipv6_prefix_length / 16).map((word) => word.toString(16));
  return `${words.join(':')}::/${ipv6_prefix_length}`;
}

/**
 * Parses an address without its port and zone; an IPv4 address written as IPv6 is returned as IPv4.
 *
 * @param address from the socket or the proxy
 * @returns undefined when it is not an address
 */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const { ipv6, ipv4 } = with_port.exec(address)?.groups ?? {};
  const bare = ipv6 ?? ipv4 ?? address;
  if (isIPv4(bare)) return ipaddr.IPv4.parse(bare);
  if (!ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare.replace(/%.*/s, ''));
}

/** Returns a short name for a long or secret text, so that the name of a bucket need not contain the text. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
