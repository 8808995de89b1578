import type { LookupAddress } from 'node:dns';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { AddressGuard } from '../../../platform/network/guard-address.ts';
import { foldName, unbracket } from '../../../platform/network/public-address.ts';

/** The time for each address of a name before the next one is tried, as for webhooks. */
const attempt_timeout_ms = 2_000;

/** The target of a probe, and its rules. */
export interface Target {
  readonly url: URL;
  readonly guard: AddressGuard;
  /** PEM certificates to trust instead of the usual authorities. */
  readonly ca?: readonly string[];
}

/** The stage that a connection reached, and what stopped it. */
export interface Failure {
  readonly stage: 'name' | 'connection' | 'certificate' | 'answer';
  /** Codes of Node, OpenSSL or undici; `timeout` and `forbidden_address` (of the address guard) are ours. */
  readonly code: string;
  readonly message: string;
  readonly duration_ms: number;
  /** The server's certificate, when that is the problem. */
  readonly certificate?: Certificate;
}

export interface Certificate {
  /** Its names, such as `DNS:shop.example, DNS:www.shop.example`. */
  readonly names: string;
  readonly issuer: string;
  readonly valid_from: Date;
  readonly valid_to: Date;
}

export interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly connect_ms: number;
  /** null over plain HTTP. */
  readonly tls: { readonly certificate: Certificate; readonly protocol: string } | null;
}

/**
 * Connects like the sender of webhooks, step by step, so that the failing step can be named. Only addresses
 * that the guard allows are used: the name is resolved once, and the address actually reached is checked
 * again.
 */
export async function openSocket(target: Target, signal: AbortSignal): Promise<Connection | Failure> {
  const started_ms = performance.now();
  const fail = (stage: Failure['stage'], error: unknown): Failure => ({
    stage,
    ...reasonOf(error, signal),
    duration_ms: Math.round(performance.now() - started_ms),
  });
  let addresses: readonly LookupAddress[];
  try {
    addresses = await withSignal(lookUp(target), signal);
  } catch (error) {
    return fail('name', error);
  }
  let socket: Socket;
  try {
    socket = await connectTo(target, addresses, signal);
  } catch (error) {
    return fail('connection', error);
  }
  const address = socket.remoteAddress ?? '';
  const connect_ms = Math.round(performance.now() - started_ms);
  if (!target.guard.isAllowed(address)) {
    socket.destroy();
    return fail('connection', { code: 'forbidden_address', message: 'not a public address' });
  }
  if (target.url.protocol === 'http:') return { socket, address, connect_ms, tls: null };
  try {
    const secure = await secureSocket(target, socket, signal);
    const certificate = certificateOf(secure);
    if (secure.authorized) {
      return {
        socket: secure,
        address,
        connect_ms,
        tls: { certificate, protocol: secure.getProtocol() ?? '' },
      };
    }
    secure.destroy();
    // The error is a string with the code, although it is typed as an Error.
    const code = String(secure.authorizationError);
    return { ...fail('certificate', { code, message: code }), certificate };
  } catch (error) {
    socket.destroy();
    return fail('certificate', error);
  }
}

/** Returns the host in the form that sockets accept. */
export function hostOf({ hostname }: URL): string {
  return unbracket(hostname);
}

/** Returns the short code and message of an error. */
export function reasonOf(error: unknown, signal: AbortSignal): { code: string; message: string } {
  if (signal.aborted) return { code: 'timeout', message: 'no response in time' };
  const { code, name, message } = error as NodeJS.ErrnoException;
  return { code: code ?? name, message };
}

async function lookUp({ url, guard }: Target): Promise<readonly LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  return new Promise((resolve, reject) => {
    guard.lookup(host, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(Array.isArray(addresses) ? addresses : [{ address: addresses, family: isIP(addresses) }]);
    });
  });
}

function connectTo(
  { url }: Target,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostOf(url),
      port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      lookup: (_host, _options, callback) => callback(null, [...addresses]),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attempt_timeout_ms,
      signal,
    });
    socket.setNoDelay(true);
    // The listener stays attached: later errors are reported by the reader and must not end the process.
    socket.on('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

function secureSocket({ url, ca }: Target, socket: Socket, signal: AbortSignal): Promise<TLSSocket> {
  const host = hostOf(url);
  return withSignal(
    new Promise((resolve, reject) => {
      const secure = connectTls({
        socket,
        host,
        // An address is not a server name (RFC 6066).
        servername: isIP(host) === 0 ? foldName(host) : '',
        ALPNProtocols: ['http/1.1'],
        // An untrusted certificate is examined; nothing is sent over its connection.
        rejectUnauthorized: false,
        ...(ca && { ca: [...ca] }),
      });
      secure.on('error', reject);
      secure.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
      secure.once('secureConnect', () => resolve(secure));
    }),
    signal,
  );
}

function certificateOf(secure: TLSSocket): Certificate {
  const { subject, subjectaltname, issuer, valid_from, valid_to } = secure.getPeerCertificate();
  return {
    names: subjectaltname ?? `CN:${subject?.CN ?? ''}`,
    issuer: [issuer?.O, issuer?.CN].flat().filter(Boolean).join(' '),
    valid_from: new Date(valid_from),
    valid_to: new Date(valid_to),
  };
}

async function withSignal<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
