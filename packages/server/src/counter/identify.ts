import type { Context, VisitorActor } from '@guichet/core/platform';
import { type FoundCashier, type FoundTill, findSignedIn, findTill } from '@guichet/core/serving';
import type { FastifyRequest } from 'fastify';
import { readToken } from './cookies.ts';

/** The sender of a request: a till, and the cashier who is signed in at it, as far as known. */
export interface Identified {
  readonly till: FoundTill | undefined;
  readonly cashier: FoundCashier | undefined;
  /** True if the device was paired, and is no longer. */
  readonly was_disconnected: boolean;
}

/**
 * Identifies the sender of a request by its cookies.
 *
 * @param is_used false for a request that the page makes by itself
 * @throws AppError `recovering`
 */
export async function identify(
  ctx: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
  is_used = true,
): Promise<Identified> {
  const token = readToken(request, 'till');
  const till = token === undefined ? undefined : await findTill(ctx, visitorOf(request), token);
  const cashier = till && (await findSignedIn(ctx, till.actor, readToken(request, 'cashier'), { is_used }));
  return { till, cashier, was_disconnected: token !== undefined && !till };
}

/** Returns the sender of a request who is not known yet. */
export function visitorOf(request: FastifyRequest): VisitorActor {
  return { kind: 'visitor', address: request.ip, request_id: request.id };
}
