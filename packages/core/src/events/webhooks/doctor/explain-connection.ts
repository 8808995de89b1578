import type { Explanation } from './finding.ts';
import { type Failure, hostOf } from './open-socket.ts';

const seconds = (duration_ms: number): string => `${(duration_ms / 1000).toFixed(1)} s`;

/** Explains why a name does not resolve or its address is unreachable, and the remedy. */
export function explainConnection(failure: Failure, url: URL): Explanation {
  const host = hostOf(url);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (failure.code === 'forbidden_address') {
    return {
      problem: 'private_address',
      detail: `${host} resolves to an address that is not on the public internet (private, loopback or reserved)`,
      fix:
        'give the name a public address in the DNS, or use a tunnel for development: guichet listen; ' +
        'the person who runs this service can allow a network with WEBHOOK_ALLOWED_NETWORKS',
    };
  }
  return failure.stage === 'name' ? explainName(failure, host) : explainReach(failure, host, port);
}

function explainName({ code, duration_ms }: Failure, host: string): Explanation {
  if (code === 'ENOTFOUND' || code === 'ENODATA') {
    return {
      problem: 'name_not_found',
      detail: `the DNS has no address for ${host} (${code})`,
      fix:
        'check the URL for a typing mistake; if the name is new, add its A or AAAA record and wait until the cached ' +
        'response has expired',
    };
  }
  return {
    problem: 'name_server_fails',
    detail: `the name servers of ${host} did not respond (${code} after ${seconds(duration_ms)})`,
    fix: 'ask the operator of the domain’s DNS: its name servers are down, or refuse queries (check DNSSEC too)',
  };
}

function explainReach({ code, message, duration_ms }: Failure, host: string, port: string): Explanation {
  if (code === 'ECONNREFUSED') {
    return {
      problem: 'connection_refused',
      detail: `nothing listens on port ${port} of ${host} (${code})`,
      fix: 'start the web server, or correct the port in the URL; behind Docker or a firewall, publish the port',
    };
  }
  if (code === 'timeout' || code === 'ETIMEDOUT') {
    return {
      problem: 'no_connection',
      detail: `port ${port} of ${host} did not respond within ${seconds(duration_ms)}`,
      fix: 'let the firewall accept connections from anywhere to this port, and check that the address is the current one',
    };
  }
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return {
      problem: 'no_route',
      detail: `there is no network route to the address of ${host} from here (${code})`,
      fix: 'check the address in the DNS; remove an AAAA record (IPv6) that leads nowhere',
    };
  }
  return {
    problem: 'connection_broken',
    detail: `the connection to port ${port} of ${host} broke (${code}: ${message})`,
    fix: 'check the logs of the web server and of the firewall in front of it',
  };
}
