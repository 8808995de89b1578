import { isIP } from 'node:net';
import pg from 'pg';
import { isLoopbackName } from '../network/public-address.ts';

/**
 * libpq modes in which a connection may be unencrypted. They count as insecure, regardless of how the driver
 * currently treats them.
 */
const may_be_in_clear = new Set(['disable', 'allow', 'prefer']);

/**
 * Explains how a connection to a database on another machine could be read, or diverted to an impostor. Takes the
 * settings from the driver itself, so that the URL and the environment (`PGHOST`, `PGSSLMODE`) apply just as they
 * do when it connects.
 *
 * @returns undefined for a socket, for this machine, and for TLS with certificate verification
 * @throws Error when a file named in the URL cannot be read
 */
export function databaseTlsProblem(database_url: string): string | undefined {
  const { host, ssl }: { host: string; ssl: unknown } = new pg.Client({ connectionString: database_url });
  if (host.startsWith('/') || isThisMachine(host)) return undefined;
  const mode = URL.parse(database_url)?.searchParams.get('sslmode') ?? '';
  if (!ssl || may_be_in_clear.has(mode)) return `reaches ${host} without TLS`;
  const isChecked = ssl === true || (ssl as { rejectUnauthorized?: boolean }).rejectUnauthorized !== false;
  return isChecked ? undefined : `reaches ${host} by TLS without verifying its certificate`;
}

function isThisMachine(host: string): boolean {
  return isLoopbackName(host) || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
