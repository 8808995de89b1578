import type { Socket } from 'node:net';
import type { Context } from '@guichet/core/platform';
import { networkOf } from '@guichet/core/serving';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { makePlaces, type Places } from './places.ts';
import { makeProxyCheck } from './read-address.ts';

/** Minimum interval between reports of refused connections. */
const told_every_ms = 60_000;

/**
 * Limits the connections of a server, per address and in total. A connection beyond a limit is closed before
 * anything is read from it. A proxy in TRUSTED_PROXIES carries the connections of many clients, so its address is
 * not limited.
 */
export function limitConnections(
  app: FastifyInstance,
  { log }: Pick<Context, 'log'>,
  { at_once, trusted_proxies }: Pick<Config, 'at_once' | 'trusted_proxies'>,
): Places {
  const places = makePlaces();
  const isProxy = makeProxyCheck({ trusted_proxies });
  const tell = makeTeller(log);
  if (at_once.connections_max > 0) app.server.maxConnections = at_once.connections_max;
  app.server.on('drop', (data) => tell(data?.remoteAddress ?? 'unknown'));
  app.server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const subject = networkOf(address) ?? 'unknown';
    const taken = places.take([{ subject, max: at_once.connections_per_address_max }]);
    if (typeof taken === 'function') {
      socket.once('close', taken);
      return;
    }
    tell(subject);
    socket.destroy();
  });
  return places;
}

/**
 * Makes a function that reports the number of connections refused since the last report, and the address of the
 * last one.
 */
function makeTeller(log: Context['log']): (address: string) => void {
  let refused = 0;
  let told_ms = Number.NEGATIVE_INFINITY;
  return (address) => {
    refused++;
    const now_ms = performance.now();
    if (now_ms - told_ms < told_every_ms) return;
    log.warn({ address, refused }, 'connections were closed: too many are open');
    told_ms = now_ms;
    refused = 0;
  };
}
