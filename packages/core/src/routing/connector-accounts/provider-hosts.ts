import { type Problem, problem } from '@guichet/kernel/problem';
import { urlProblem } from '@guichet/kernel/url';
import type { Provider } from '@guichet/operators/provider';
import { type AddressGuard, makeGuard } from '../../platform/network/guard-address.ts';
import { isNetwork, type OpenedHost, readOpenedHost } from '../../platform/network/opened-hosts.ts';
import {
  foldName,
  isLoopbackName,
  loopback_addresses,
  unbracket,
} from '../../platform/network/public-address.ts';
import type { ResolveOptions } from '../../platform/network/resolve-name.ts';

type Of = Pick<Provider, 'display_name' | 'hosts'>;

/** The hosts to which requests may be sent: those declared by providers, and opened ones. */
export interface ProviderHosts {
  /** Checks the URL of an account. @returns undefined when it is allowed */
  addressProblem(address: string, provider: Of): Problem | undefined;
  /**
   * Whether a request on behalf of an account may be sent. It may go to the provider's own hosts, and to the origin
   * of the account's URL as long as that origin is open.
   *
   * @param own_address the account's URL
   */
  allows(url: string, provider: Of, own_address: string): boolean;
  /** Returns the guard for the addresses that connections to a port may reach. */
  guardOf(port: number): AddressGuard;
}

/**
 * @param opened PROVIDER_ALLOWED_HOSTS: names, addresses and networks in addition to the providers' own hosts,
 * parsed by
 * {@link readOpenedHost}. A name alone opens no private address; its network has to be opened too.
 * @throws Error for an invalid entry
 */
export function makeProviderHosts(opened: readonly string[], resolve: ResolveOptions = {}): ProviderHosts {
  const entries = opened.map(requireHost);
  const names = entries.filter(({ host }) => !isNetwork(host));
  const networks = entries.flatMap(({ host, port }) => {
    if (isNetwork(host)) return [{ host, port }];
    return isLoopbackName(host) ? loopback_addresses.map((address) => ({ host: address, port })) : [];
  });
  const guards = new Map<number | null, AddressGuard>();
  const guardOf = (port: number): AddressGuard => {
    const key = networks.some((network) => network.port === port) ? port : null;
    const kept = guards.get(key);
    if (kept) return kept;
    const open = networks.filter((network) => network.port === null || network.port === key);
    const guard = makeGuard(
      open.map(({ host }) => host),
      resolve,
    );
    guards.set(key, guard);
    return guard;
  };

  const addressProblem: ProviderHosts['addressProblem'] = (address, provider) => {
    const wrong = urlProblem(address, { https_only: false });
    if (wrong) return wrong;
    const url = new URL(address);
    const port = portOf(url);
    const guard = guardOf(port);
    if (!guard.isInside(url.hostname)) {
      const host = foldName(unbracket(url.hostname));
      const isNamed = names.some((name) => name.host === host && (name.port ?? port) === port);
      if (!isNamed && !isOwnHost(url, provider)) return unknownHost(provider);
      const notPublic = guard.addressProblem(url.hostname);
      if (notPublic) return notPublic;
      // Inside the installation's own network, the operator decides whether plain HTTP is safe.
      if (url.protocol !== 'https:') return problem('not_https', 'must be an https address');
    }
    return undefined;
  };
  return {
    guardOf,
    addressProblem,
    allows: (text, provider, own_address) => {
      const url = URL.parse(text);
      if (!url) return false;
      if (url.protocol === 'https:' && isOwnHost(url, provider)) return true;
      return url.origin === originOf(own_address) && addressProblem(own_address, provider) === undefined;
    },
  };
}

/**
 * Returns the origin (scheme, name and port) for which an account's secrets were saved. @returns the text itself if
 * it is not a URL
 */
export function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address;
}

function isOwnHost(url: URL, { hosts }: Of): boolean {
  return hosts.includes(url.port === '' ? foldName(url.hostname) : `${foldName(url.hostname)}:${url.port}`);
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

function requireHost(text: string): OpenedHost {
  const host = readOpenedHost(text);
  if (!host) throw new Error(`${text} is neither a host nor a network`);
  return host;
}

function unknownHost({ display_name, hosts }: Of): Problem {
  const known = hosts.join(', ');
  return problem(
    'host_not_known',
    `must be on a host of ${display_name} (${known}); the person who runs this service can allow another with PROVIDER_ALLOWED_HOSTS`,
    { provider: display_name, hosts: known },
  );
}
