import type { Caller, KeyHolder } from '@guichet/core/accounts';
import type { Context, KeyScope } from '@guichet/core/platform';
import { isWithin, makeAuthenticate, requireScope } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import { rememberAsker } from '../http/askers.ts';
import { isLate } from '../http/is-late.ts';
import type { Limits } from '../http/limit-requests.ts';

/** Admits requests with an API key. */
export interface Admission {
  /** Runs before the body is read, so that a caller without a key or scope causes no work. */
  onRequestWith(scope: KeyScope): onRequestAsyncHookHandler;
  /** Checks the key again if the body was slow to arrive, so that a key revoked in the meantime has no effect. */
  readonly preHandler: preHandlerAsyncHookHandler;
  /** Returns the caller that was admitted for this request. */
  callerOf(request: FastifyRequest): Caller;
}

/**
 * Makes the admission. It checks a request's API key, the addresses from which the key may be used, and the key's
 * rate limit and scopes.
 */
export function makeAdmission(ctx: Context, limits: Limits): Admission {
  const authenticate = makeAuthenticate(ctx.db);
  const identify = async (request: FastifyRequest): Promise<KeyHolder> => {
    const holder = await authenticate(request.headers.authorization);
    request.caller = holder;
    rememberAsker(request, holder);
    requireAddress(holder, request);
    return holder;
  };
  return {
    onRequestWith: (scope) => async (request, reply) => {
      const holder = await limits.byFailures(request, reply, () => identify(request));
      await limits.byKey(holder, reply);
      requireScopeOf(holder, scope, reply);
    },
    preHandler: async (request, reply) => {
      if (isLate(reply)) await identify(request);
    },
    callerOf: ({ caller }) => {
      if (!caller) throw new Error('the onRequest hook did not run');
      return caller;
    },
  };
}

/** @throws AppError `address_not_allowed` */
function requireAddress({ networks }: KeyHolder, { ip }: FastifyRequest): void {
  // The framework has no address once the connection is closed.
  if (!networks || isWithin(ip ?? '', networks)) return;
  const message = `This API key may not be used from the address ${ip}. It is restricted to other addresses.`;
  throw new AppError('address_not_allowed', { message });
}

/** @throws AppError `missing_scope` */
function requireScopeOf(holder: KeyHolder, scope: KeyScope, reply: FastifyReply): void {
  // RFC 6750 section 3.1.
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  if (!holder.scopes.has(scope)) reply.header('www-authenticate', challenge);
  requireScope(holder, scope);
}
