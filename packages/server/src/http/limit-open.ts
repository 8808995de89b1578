import { digestOf } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { type Claim, makePlaces, type Places } from './places.ts';
import type { ReadAddress } from './read-address.ts';

/**
 * The holder of a stream: a checkout session or a session of the dashboard; null for an API key, whose streams are
 * limited by `events/stream` itself.
 */
export type StreamHolder = { readonly token: string } | { readonly session_id: string } | null;

/**
 * Limits on the streams and bodies that one process has open. Each method refuses by throwing AppError
 * `rate_limited`; a stream or body counts until it is over or its connection is gone, whichever side ends it.
 */
export interface OpenLimits {
  /** Limits the number of event streams per holder, per customer's address and in the process. */
  holdStream(request: FastifyRequest, reply: FastifyReply, holder: StreamHolder): void;
  /**
   * Limits the number of request bodies that are still arriving, for admitted requests only: per customer's
   * address, per API key and in the process.
   */
  holdBody(request: FastifyRequest, reply: FastifyReply): void;
  /** Open streams and arriving bodies, for tests and measurements. */
  readonly places: Places;
}

/** Covers the tabs and devices of one customer, the merchant's own page, and stale connections of a phone. */
const streams_per_token_max = 10;
/** Open tabs of a signed-in person. */
const streams_per_person_max = 20;
/** Even a server that sends a whole batch at once uses fewer connections. */
const bodies_per_key_max = 250;
const retry_after_s = 15;
const body_retry_after_s = 1;

/** Makes the limits of a process. */
export function makeOpenLimits(
  { at_once }: Pick<Config, 'at_once'>,
  addressOf: ReadAddress,
  places: Places = makePlaces(),
): OpenLimits {
  const take = (
    claims: readonly Claim[],
    refusal: { readonly message: string; readonly retry_after_s: number },
  ): (() => void) => {
    const taken = places.take(claims);
    if (typeof taken === 'function') return taken;
    throw new AppError('rate_limited', refusal);
  };
  const bodiesOfProcess: Claim = { subject: 'bodies', max: at_once.bodies_max };
  const claimsOfBody = (request: FastifyRequest): readonly Claim[] => {
    const address: Claim = { subject: `body:${addressOf(request)}`, max: at_once.bodies_per_address_max };
    const key_id = request.asker?.key_id;
    if (key_id === undefined) return [address, bodiesOfProcess];
    return [{ subject: `body:${key_id}`, max: bodies_per_key_max }, address, bodiesOfProcess];
  };
  return {
    holdStream: (request, reply, holder) => {
      const leave = take(
        [
          ...claimsOf(holder),
          { subject: `stream:${addressOf(request)}`, max: at_once.streams_per_address_max },
          { subject: 'streams', max: at_once.streams_max },
        ],
        { message: too_many_streams, retry_after_s },
      );
      leaveWithReply(reply, leave);
    },
    holdBody: (request, reply) => {
      if (!isComing(request)) return;
      try {
        const leave = take(claimsOfBody(request), {
          message: too_many_bodies,
          retry_after_s: body_retry_after_s,
        });
        // `close` is emitted once the body has been read, and when the connection is closed.
        request.raw.once('close', leave);
        if (request.raw.destroyed) leave();
      } catch (error) {
        // Closes the connection, because the rest of the body is not read.
        reply.header('connection', 'close');
        throw error;
      }
    },
    places,
  };
}

const too_many_streams =
  'Too many event streams are open. Close one, or poll the status until Retry-After has passed.';
const too_many_bodies = 'Too many requests are being sent at once. Send this one again.';

function claimsOf(holder: StreamHolder): readonly Claim[] {
  if (holder === null) return [];
  if ('token' in holder) return [{ subject: `token:${digestOf(holder.token)}`, max: streams_per_token_max }];
  return [{ subject: `person:${digestOf(holder.session_id)}`, max: streams_per_person_max }];
}

/**
 * Frees the place on `close`, which is emitted once for every response: complete, interrupted or never begun. It
 * may have been emitted already.
 */
function leaveWithReply({ raw }: FastifyReply, leave: () => void): void {
  raw.once('close', leave);
  if (raw.destroyed || raw.closed) leave();
}

/** RFC 9112 section 6: a request has a body if it declares a length, or chunked encoding. */
function isComing({ headers, raw }: FastifyRequest): boolean {
  if (raw.complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
