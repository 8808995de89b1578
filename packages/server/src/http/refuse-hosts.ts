import { isIPv6 } from 'node:net';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses a request that does not specify exactly one host (RFC 9112 section 3.2): otherwise a proxy in front might
 * use a different one from ours.
 *
 * @throws AppError `invalid_request`
 */
export function refuseUnclearHost({ raw }: Pick<FastifyRequest, 'raw'>): void {
  const hosts = valuesOf(raw.rawHeaders, 'host');
  if (hosts.length > 1) refuse('The request has several Host headers.');
  const [host] = hosts;
  if (host === undefined) {
    if (raw.httpVersion === '1.1') refuse('The request has no Host header.');
    return;
  }
  if (!isHost(host)) refuse('The Host header is not a host.');
  const authority = authorityOf(raw.url ?? '');
  if (authority !== null && authority.toLowerCase() !== host.toLowerCase()) {
    refuse('The URL of the request names a different host from its Host header.');
  }
}

/**
 * All values of a header. Node's own `headersDistinct` would build a list for every header.
 *
 * @param headers names and values alternately, as received
 */
function valuesOf(headers: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === name) values.push(headers[at + 1] ?? '');
  }
  return values;
}

/** The host of a target in absolute form (RFC 9112 section 3.2.2); null in any other form. */
function authorityOf(target: string): string | null {
  return /^https?:\/\/([^/?#]*)/i.exec(target)?.[1] ?? null;
}

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2, RFC 3986 section 3.2.2). */
function isHost(text: string): boolean {
  const [, name = '', address] =
    /^(?:([\w.~!$&'()*+;=%-]+)|\[([\da-f:.]+)\])(?::\d{0,5})?$/i.exec(text) ?? [];
  return address === undefined ? name !== '' : isIPv6(address);
}

function refuse(message: string): never {
  throw new AppError('invalid_request', { message });
}
