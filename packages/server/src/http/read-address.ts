import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Context } from '@guichet/core/platform';
import { networkOf } from '@guichet/core/serving';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address. */
export type ReadAddress = (request: FastifyRequest) => string;

/**
 * Makes the function that finds the customer's network, from the socket or from a trusted proxy; if the proxy's
 * header is invalid, the proxy's own network counts. The first request through an unlisted proxy is logged, because
 * all customers behind it count as one.
 */
export function makeAddressReader(
  { log }: Pick<Context, 'log'>,
  { trusted_proxies }: Pick<Config, 'trusted_proxies'>,
): ReadAddress {
  let mayWarn = trusted_proxies.length === 0;
  return (request) => {
    const socket_address = request.socket.remoteAddress ?? '';
    if (mayWarn && request.headers['x-forwarded-for'] !== undefined) {
      mayWarn = false;
      log.warn(
        { address: socket_address },
        'a proxy is not trusted: add it to TRUSTED_PROXIES if it is yours',
      );
    }
    // The framework has no address for a closed connection.
    return networkOf(request.ip ?? '') ?? networkOf(socket_address) ?? 'unknown';
  };
}

/**
 * Makes the function that recognizes our own proxies by their addresses: their connections belong to many
 * customers.
 */
export function makeProxyCheck({
  trusted_proxies,
}: Pick<Config, 'trusted_proxies'>): (address: string) => boolean {
  const list = new BlockList();
  for (const network of trusted_proxies) {
    const [address = '', length] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
