import {
  findStanding,
  hasLiveAccount,
  requireRecentAuthentication,
  requireSecondFactor,
  type Standing,
} from '@guichet/core/accounts';
import type { Context, StaffActor } from '@guichet/core/platform';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { rememberAsker } from '../http/askers.ts';
import { isLate } from '../http/is-late.ts';
import type { Limits } from '../http/limit-requests.ts';
import type { OpenAuth } from './open-auth.ts';
import type { HashRecoveryCode } from './recovery-codes.ts';
import { requireSignedIn, type SignedIn } from './session.ts';

/** Admits requests before their body is read, and identifies their sender. */
export interface Admission<Who> {
  readonly onRequest: onRequestAsyncHookHandler;
  /** Checks access again if the body was slow to arrive, in case the person has lost it in the meantime. */
  readonly preHandler: preHandlerAsyncHookHandler;
  /** Returns the person who was admitted for this request. */
  of(request: FastifyRequest): Who;
}

export interface Means {
  readonly ctx: Context;
  readonly auth: OpenAuth;
  readonly hashRecoveryCode: HashRecoveryCode;
  readonly limits: Limits;
}

/** A member of a merchant's staff, with the authentication of their session. */
export interface Admitted extends Standing {
  readonly actor: StaffActor;
  readonly session_id: string;
}

/** Admits every signed-in person. */
export function admitPeople(means: Means): Admission<SignedIn> {
  return makeAdmission(async (is_first, request, reply) => {
    const signed_in = await requireSignedIn(means, request, reply);
    if (is_first) await means.limits.byPerson(signed_in.session_id, reply);
    return signed_in;
  });
}

/**
 * Admits the staff of the merchant in the path. To others, an existing merchant looks the same as a missing one.
 * If a merchant requires a second factor, only sessions with one are admitted.
 */
export function admitActors(means: Means): Admission<Admitted> {
  const people = admitPeople(means);
  return makeAdmission(async (is_first, request, reply) => {
    await people[is_first ? 'onRequest' : 'preHandler'].call(request.server, request, reply);
    const { person, session_id } = people.of(request);
    const { merchant_id = '', mode } = request.params as { merchant_id?: string; mode?: string };
    if (mode !== 'test' && mode !== 'live') throw new AppError('not_found');
    rememberAsker(request, { merchant_id });
    const standing = await findStanding(means.ctx.db, { merchant_id, session_id }, means.ctx.session_limits);
    if (standing === undefined) {
      // The session may have ended since it was first read.
      await requireSignedIn(means, request, reply);
      throw new AppError('merchant_not_found');
    }
    requireSecondFactor(standing, { mode, gives_power: false });
    const actor: StaffActor = { ...person, kind: 'staff', merchant_id, role: standing.role, mode };
    return { ...standing, actor, session_id };
  });
}

/** Modes in which an operation needs step-up authentication; in test mode there is less to lose. */
export type NeedsProof = 'always' | 'live';

/** Admits members with recent step-up authentication, after {@link admitActors}. */
export function admitProven(actors: Admission<Admitted>, needs_proof: NeedsProof): onRequestAsyncHookHandler {
  return async (request) => {
    const { actor, ...standing } = actors.of(request);
    if (needs_proof === 'live' && actor.mode !== 'live') return;
    requireSecondFactor(standing, { mode: actor.mode, gives_power: needs_proof === 'always' });
    requireRecentAuthentication(standing);
  };
}

/**
 * Admits members to an operation that covers both modes, after {@link admitActors}: otherwise, test mode would lead
 * around the second factor of live mode. As long as the merchant has nothing live, a password is enough.
 */
export function admitToBothModes(
  { ctx }: Pick<Means, 'ctx'>,
  actors: Admission<Admitted>,
): onRequestAsyncHookHandler {
  return async (request) => {
    const { actor, ...standing } = actors.of(request);
    if (standing.second_factor || !(await hasLiveAccount(ctx.db, actor.merchant_id))) return;
    requireSecondFactor(standing, { mode: 'live', gives_power: false });
  };
}

function makeAdmission<Who>(
  admit: (is_first: boolean, ...request: Parameters<onRequestAsyncHookHandler>) => Promise<Who>,
): Admission<Who> {
  const admitted = new WeakMap<FastifyRequest, Who>();
  return {
    onRequest: async (request, reply) => {
      admitted.set(request, await admit(true, request, reply));
    },
    preHandler: async (request, reply) => {
      if (isLate(reply)) admitted.set(request, await admit(false, request, reply));
    },
    of: (request) => {
      const who = admitted.get(request);
      if (!who) throw new Error('the onRequest hook did not run');
      return who;
    },
  };
}
