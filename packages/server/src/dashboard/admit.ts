import type { Context } from '@guichet/core/context';
import type { Actor } from '@guichet/core/staff/actor';
import { findRole } from '@guichet/core/staff/queries';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Limits } from '../http/limit-requests.ts';
import type { OpenAuth } from './open-auth.ts';
import { requireSignedIn, type SignedIn } from './session.ts';

/** Lets requests in before their body is read, and says who sent them. */
export interface Admission<Who> {
  readonly onRequest: onRequestAsyncHookHandler;
  /** Who was let in with the request. */
  of(request: FastifyRequest): Who;
}

export interface Means {
  readonly ctx: Context;
  readonly auth: OpenAuth;
  readonly limits: Limits;
}

/** Lets in whoever is signed in. */
export function admitPeople({ auth, limits }: Means): Admission<SignedIn> {
  return makeAdmission(async (request, reply) => {
    const signed_in = await requireSignedIn(auth, request, reply);
    await limits.byToken(signed_in.session_id, reply);
    return signed_in;
  });
}

/**
 * Lets in the staff of the merchant in the address. For others a merchant is as one that does not exist, whether it
 * does or not.
 */
export function admitActors(means: Means): Admission<Actor> {
  const people = admitPeople(means);
  return makeAdmission(async (request, reply) => {
    await people.onRequest.call(request.server, request, reply);
    const { person } = people.of(request);
    const { merchant_id = '', mode } = request.params as { merchant_id?: string; mode?: string };
    if (mode !== 'test' && mode !== 'live') throw new AppError('not_found');
    const role = await findRole(means.ctx.db, merchant_id, person.user_id);
    if (role === undefined) throw new AppError('merchant_not_found');
    return { ...person, kind: 'staff', merchant_id, role, mode };
  });
}

function makeAdmission<Who>(
  admit: (...request: Parameters<onRequestAsyncHookHandler>) => Promise<Who>,
): Admission<Who> {
  const admitted = new WeakMap<FastifyRequest, Who>();
  return {
    onRequest: async (request, reply) => {
      admitted.set(request, await admit(request, reply));
    },
    of: (request) => {
      const who = admitted.get(request);
      if (!who) throw new Error('the onRequest hook did not run');
      return who;
    },
  };
}
