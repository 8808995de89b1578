import { type LookupAddress, lookup, Resolver } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import {
  canBePublicName,
  ForbiddenAddressError,
  foldName,
  isLoopbackName,
  loopback_addresses,
} from './public-address.ts';

/** The timeout of one query to one name server, after which it is repeated. */
const question_timeout_ms = 2_000;
const tries = 2;
/**
 * The timeout for all name servers and both address families. It is shorter than a webhook's deadline, so that the
 * cause is reported.
 */
const usual_timeout_ms = 10_000;
/** The maximum number of a name's addresses to connect to. */
const addresses_max = 8;
/**
 * The network of the IPv6 addresses that a name server on a network with NAT64 adds to a name, one for each
 * of its IPv4 addresses (RFC 6147). They lead to the same hosts.
 */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

export interface ResolveOptions {
  /** Name servers as `address:port`; the machine's own when omitted. */
  readonly name_servers?: readonly string[];
  /** The file of names known to the machine, in the format of /etc/hosts. */
  readonly hosts_file?: string;
  readonly timeout_ms?: number;
}

interface Rules {
  isAllowed(address: string): boolean;
  /** Whether names known only to this machine or its network are resolved too, not just names in the public DNS. */
  readonly reads_local_names: boolean;
}

/**
 * Makes the resolver for the guard's sockets. It queries name servers itself: the system's resolver has four
 * threads for the whole process, all of which one unresponsive name server would block.
 */
export function makeLookup(rules: Rules, options: ResolveOptions): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolveAllowed(hostname, rules, options).then(
      (found) => {
        const wanted = found.filter((address) => isOfFamily(address, family)).slice(0, addresses_max);
        const [first] = wanted;
        if (!first) callback(resolveError('ENOTFOUND', `${hostname} has no address`), '');
        else if (all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

async function resolveAllowed(
  hostname: string,
  { isAllowed, reads_local_names }: Rules,
  options: ResolveOptions,
): Promise<readonly LookupAddress[]> {
  const name = foldName(hostname);
  if (isLoopbackName(name)) {
    // Perhaps only one of the two loopback addresses has been opened.
    const loopback = loopback_addresses.filter(isAllowed).map(toLookupAddress);
    if (loopback.length === 0) throw new ForbiddenAddressError(hostname);
    return loopback;
  }
  const isName = isIP(name) === 0;
  if (isName && !reads_local_names && !canBePublicName(name)) throw new ForbiddenAddressError(hostname);
  const found = isName ? await resolve(name, reads_local_names, options) : [toLookupAddress(name)];
  // One forbidden address among allowed ones is enough to refuse the name, because no honest response has such a
  // mix.
  if (!found.every(({ address }) => isAllowed(address))) throw new ForbiddenAddressError(hostname);
  return found;
}

async function resolve(
  name: string,
  reads_local_names: boolean,
  options: ResolveOptions,
): Promise<readonly LookupAddress[]> {
  if (!reads_local_names) return askNameServers(name, options);
  const known = await readHosts(name, options.hosts_file ?? systemHostsFile());
  if (known.length > 0) return known;
  // The system's resolver is used only for private names. These are resolved by the operator's own name servers,
  // which have no reason to block its threads.
  return canBePublicName(name) ? askNameServers(name, options) : promisify(lookup)(name, { all: true });
}

/** Queries the name servers. @throws Error with the resolver's code when there is no address */
async function askNameServers(
  name: string,
  { name_servers, timeout_ms = usual_timeout_ms }: ResolveOptions,
): Promise<readonly LookupAddress[]> {
  // Each name has its own resolver, so that it can be cancelled alone and a bad server affects no other query.
  const resolver = new Resolver({ timeout: question_timeout_ms, maxTimeout: question_timeout_ms, tries });
  if (name_servers) resolver.setServers(name_servers);
  const timer = setTimeout(() => resolver.cancel(), timeout_ms);
  try {
    const answers = await Promise.allSettled([
      promisify(resolver.resolve4.bind(resolver))(name),
      promisify(resolver.resolve6.bind(resolver))(name),
    ]);
    const [ipv4 = [], ipv6 = []] = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    // IPv4 first: not every network with an IPv6 address can reach the internet with it.
    const found =
      ipv4.length > 0
        ? [...ipv4, ...ipv6.filter((address) => !ipaddr.IPv6.parse(address).match(nat64))]
        : ipv6;
    if (found.length > 0) return found.map(toLookupAddress);
    throw reasonOf(name, answers);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Chooses the error to report. If one address family has no address and the query for the other failed, reports the
 * failure, which is more informative.
 */
function reasonOf(name: string, answers: readonly PromiseSettledResult<unknown>[]): Error {
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
  const code: string = codes.find((known) => known !== 'ENODATA') ?? 'ENOTFOUND';
  if (code === 'ECANCELLED' || code === 'ETIMEOUT') {
    return resolveError('ETIMEOUT', `no name server responded about ${name} in time`);
  }
  if (code === 'ENOTFOUND') return resolveError(code, `${name} has no address`);
  return resolveError(code, `the name servers could not resolve ${name}`);
}

async function readHosts(name: string, path: string): Promise<LookupAddress[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // Not every machine has this file.
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isIt = isIP(address) !== 0 && names.some((known) => known.toLowerCase() === name);
    return isIt ? [toLookupAddress(address)] : [];
  });
}

function systemHostsFile(): string {
  const { platform, env } = process;
  return platform === 'win32' ? `${env.SystemRoot}\\System32\\drivers\\etc\\hosts` : '/etc/hosts';
}

function isOfFamily(address: LookupAddress, family: number | 'IPv4' | 'IPv6' | undefined): boolean {
  const wanted = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family;
  return !wanted || address.family === wanted;
}

function toLookupAddress(address: string): LookupAddress {
  return { address, family: isIP(address) };
}

function resolveError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}
