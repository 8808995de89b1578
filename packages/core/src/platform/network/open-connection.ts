import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { type AnswerBounds, boundAnswers } from './bound-answer.ts';
import type { AddressGuard } from './guard-address.ts';
import { ForbiddenAddressError, foldName, unbracket } from './public-address.ts';

/**
 * The time limit for connecting to one address of a name, after which the next address is used. Node's 250 ms are
 * shorter than many round trips.
 */
const attempt_timeout_ms = 2_000;

export interface OpenerOptions {
  /** Returns the guard for the addresses that connections to a port may reach. */
  readonly guardOf: (port: number) => AddressGuard;
  /** The maximum time for resolving the name, connecting and the TLS handshake. */
  readonly timeout_ms: number;
  readonly bounds: AnswerBounds;
}

export interface Opener {
  /** Opens a connection for undici. */
  readonly open: buildConnector.connector;
  /** Abandons connections that are not open yet. */
  close(): void;
}

/**
 * Opens connections to allowed addresses only. The address actually reached is checked before a byte is sent.
 */
export function makeOpener({ guardOf, timeout_ms, bounds }: OpenerOptions): Opener {
  const opening = new Set<(error: Error) => void>();
  const open: buildConnector.connector = ({ protocol, hostname, port }, callback) => {
    const host = unbracket(hostname);
    const isTls = protocol === 'https:';
    const port_number = Number(port || (isTls ? 443 : 80));
    const guard = guardOf(port_number);
    // Checked here, because sockets do not call the resolver if the host is an address.
    if (isIP(host) !== 0 && !guard.isAllowed(host)) {
      process.nextTick(() => callback(new ForbiddenAddressError(host), null));
      return;
    }
    let socket: Socket = startTcp(guard, host, port_number);
    const giveUp = (error: Error): void => void socket.destroy(error);
    opening.add(giveUp);
    const timer = setTimeout(() => giveUp(timeoutError(host, timeout_ms)), timeout_ms);
    const end = (): boolean => {
      clearTimeout(timer);
      return opening.delete(giveUp);
    };
    const fail = (error: Error): void => {
      if (end()) callback(error, null);
    };
    const succeed = (): void => {
      if (socket.destroyed || !end()) return;
      boundAnswers(socket, bounds);
      callback(null, socket);
    };
    const hearEnd = (): Socket =>
      socket.on('error', fail).on('close', () => fail(new Error('the other side closed the connection')));
    hearEnd().once('connect', () => {
      if (!guard.isAllowed(socket.remoteAddress ?? '')) return giveUp(new ForbiddenAddressError(host));
      if (!isTls) return succeed();
      socket = startTls(socket, host);
      hearEnd().once('secureConnect', succeed);
    });
  };
  return {
    open,
    close: () => {
      for (const giveUp of opening) giveUp(new Error('no more connections are opened'));
    },
  };
}

/**
 * Data is read into one small buffer and copied, because responses are small and Node would allocate 64 KB for each
 * read, which survives until a major garbage collection. Excessive data is cut off after the first few KB. TLS data
 * is read by the TLS layer.
 */
const read_buffer = Buffer.alloc(4_000);

function startTcp({ lookup }: AddressGuard, host: string, port: number): Socket {
  const autoSelectFamilyAttemptTimeout = attempt_timeout_ms;
  const socket: Socket = connectTcp({
    host,
    port,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout,
    noDelay: true,
    onread: {
      buffer: read_buffer,
      callback: (length) => socket.push(Buffer.from(read_buffer.subarray(0, length))),
    },
  });
  return socket;
}

function startTls(socket: Socket, host: string): Socket {
  return connectTls({
    socket,
    host,
    // The name that the certificate must match; an address needs none.
    ...(isIP(host) === 0 ? { servername: foldName(host) } : {}),
    // HTTP/2 gives servers more ways to consume our resources, and every server that supports it also supports
    // HTTP/1.1.
    ALPNProtocols: ['http/1.1'],
    // Set explicitly, so that the environment cannot disable it.
    rejectUnauthorized: true,
  });
}

function timeoutError(host: string, timeout_ms: number): Error {
  const error = new Error(`no connection to ${host} within ${timeout_ms / 1000} s`);
  return Object.assign(error, { code: 'ETIMEDOUT' });
}
