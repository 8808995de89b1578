import type { LookupAddress } from 'node:dns';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { AddressGuard } from '../../../platform/network/guard-address.ts';
import { foldName, unbracket } from '../../../platform/network/public-address.ts';

/** Of a name with several addresses, until the next is tried: as for webhooks. */
const attempt_timeout_ms = 2_000;

/** Where probes go, and by which rules. */
export interface Target {
  readonly url: URL;
  readonly guard: AddressGuard;
  /** PEM certificates that are trusted in place of the usual authorities; those when left out. */
  readonly ca?: readonly string[];
}

/** How far it came, and what stopped it. */
export interface Failure {
  readonly stage: 'name' | 'connection' | 'certificate' | 'answer';
  /** Of Node, OpenSSL or undici; `timeout` and `forbidden_address` (of the guard) are ours. */
  readonly code: string;
  readonly message: string;
  readonly duration_ms: number;
  /** Of the server, where a certificate is what is wrong. */
  readonly certificate?: Certificate;
}

export interface Certificate {
  /** Names it is for, as in `DNS:shop.example, DNS:www.shop.example`. */
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
 * Connects as the sender of webhooks does, step by step, so that it can be told which step fails. Only to addresses
 * that the guard allows: the name is looked up once, and the address that was really reached is checked again.
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
    // A code in fact, whatever its type says.
    const code = String(secure.authorizationError);
    return { ...fail('certificate', { code, message: code }), certificate };
  } catch (error) {
    socket.destroy();
    return fail('certificate', error);
  }
}

/** The host as sockets want it. */
export function hostOf({ hostname }: URL): string {
  return unbracket(hostname);
}

/** The short code and the words of whatever went wrong. */
export function reasonOf(error: unknown, signal: AbortSignal): { code: string; message: string } {
  if (signal.aborted) return { code: 'timeout', message: 'no answer in time' };
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
    // Stays: an error after the connection is told by what reads from it, and must not end the process.
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
        // An address is no name (RFC 6066).
        servername: isIP(host) === 0 ? foldName(host) : '',
        ALPNProtocols: ['http/1.1'],
        // A certificate that is not trusted is examined; nothing is sent to whoever showed it.
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

function withSignal<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
