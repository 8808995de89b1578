import { isIP } from 'node:net';
import { foldName, unbracket } from './public-address.ts';

/**
 * A host or network, in addition to the providers' own hosts, to which the service's configuration allows requests.
 */
export interface OpenedHost {
  /** A name in lower case, an address, or a network (CIDR). */
  readonly host: string;
  /** The only open port; null if every port is open. */
  readonly port: number | null;
}

/**
 * Parses `gateway.example`, `gateway.example:8443`, `10.20.0.0/16`, `10.20.3.4:8443`, `fd12::1` or
 * `[fd12::1]:8443`.
 *
 * @returns undefined for anything else, and for all addresses (`/0`)
 */
export function readOpenedHost(text: string): OpenedHost | undefined {
  if (isNetwork(text)) return { host: text, port: null };
  const [, written = '', digits] = /^(\[[0-9a-f:.]+\]|[^:/]+)(?::([1-9]\d{0,4}))?$/i.exec(text) ?? [];
  const port = digits === undefined ? null : Number(digits);
  const host = foldName(unbracket(written));
  const isAddress = isIP(host) === (written.startsWith('[') ? 6 : 4);
  if (port !== null && port > 65_535) return undefined;
  return isAddress || isName(written) ? { host, port } : undefined;
}

/** Whether a text is an address or a network (CIDR), other than the network of all addresses (`/0`). */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (length === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
}

/**
 * Whether a text is a host name that URLs may contain, without wildcards. Numbers that URL parsers read as
 * addresses are not names.
 */
function isName(text: string): boolean {
  return (
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i.test(text) &&
    URL.parse(`https://${text}`)?.hostname === text.toLowerCase()
  );
}
