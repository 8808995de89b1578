import type { Caller } from '@guichet/core/accounts';
import type { Context, Limit, LimiterOptions, LimitResult } from '@guichet/core/platform';
import { connectPlainly, digestOf, lease_timeout_ms, limitOf, makeLimiter } from '@guichet/core/serving';
import { AppError, type ErrorCode } from '@guichet/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { makeOpenLimits, type OpenLimits } from './limit-open.ts';
import { makeAddressReader } from './read-address.ts';

/**
 * Rate limits of requests, for `onRequest` hooks: before the body is read. Each adds its policy to the `RateLimit`
 * and `RateLimit-Policy` fields, and refuses by throwing AppError `rate_limited`; a limit of 0 does nothing. They
 * return synchronously if the lease in memory suffices, otherwise a promise.
 */
export interface Limits {
  /** By the API key, at the merchant's own rate or the configured one. */
  byKey(caller: Caller, reply: FastifyReply): void | Promise<void>;
  /** By the customer's address. */
  byAddress(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
  /**
   * By the session token, from whatever address it is used. A token that we did not issue counts only against the
   * address.
   */
  byToken(token: string, reply: FastifyReply): void | Promise<void>;
  /** By the sign-in session of a person, at the rate of public pages. */
  byPerson(session_id: string, reply: FastifyReply): void | Promise<void>;
  /** By the session token, for calls to an operator: paying and one-time codes. */
  byAsking(token: string, reply: FastifyReply): void | Promise<void>;
  /** For entering a session's short code: by the address, and for all addresses together. Cannot be disabled. */
  byCode(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Runs a search for something that has an unguessable address. Only misses count against the caller's address, and
   * after too many of them nothing is searched for a while.
   */
  byMisses<T>(request: FastifyRequest, reply: FastifyReply, find: () => Promise<T>): Promise<T>;
  /** By a provider's address, at a rate far above what a provider sends. */
  byCaller(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
  /**
   * Runs an authentication. Failed ones count against the address, and after too many of them none is attempted
   * for a moment, so that keys cannot be guessed at full speed. Successful ones do not count.
   */
  byFailures<T>(request: FastifyRequest, reply: FastifyReply, authenticate: () => Promise<T>): Promise<T>;
  /** Limits of concurrent streams, in this process only. */
  readonly open: OpenLimits;
  /** Closes the connection to the database. */
  close(): Promise<void>;
}

/** All callbacks of a provider arrive from a few addresses, and after a day's outage nearly at the same time. */
const callerLimit: Limit = { per_second: 500, burst: 5_000 };
/**
 * No person confirms or types codes faster; the burst of five allows for a double click, a reload and a few more.
 */
const askingLimit: Limit = { per_second: 1, burst: 5 };
/**
 * Limit of entered codes, right or wrong: a limit on wrong ones alone would notice concurrent guesses too late. A whole
 * mobile network may share one address.
 */
const codeLimit: Limit = { per_second: 0.5, burst: 20 };
/**
 * Limit of entered codes from all addresses together, so that guessing from many of them is no faster. There are
 * 2^40 codes: at this rate, while the codes of 1,000 sessions are in use, a hit takes 2^40 / (20 x 1,000) s = 21
 * months, and reveals one stranger's page for the rest of its 30 minutes. From one address it takes 70 years.
 */
const allCodesLimit: Limit = { per_second: 20, burst: 100 };

/**
 * Makes the limits of a node; all nodes on one database share them. They have their own connection, because limits
 * are needed most when requests queue up for the other connections.
 */
export function makeLimits(
  ctx: Pick<Context, 'pool' | 'log' | 'tokens'>,
  config: Pick<
    Config,
    'rate_limit_key_per_second' | 'rate_limit_ip_per_second' | 'trusted_proxies' | 'at_once'
  >,
  options?: LimiterOptions,
): Limits {
  const pool = connectPlainly(ctx.pool, {
    connections_max: 1,
    query_timeout_ms: lease_timeout_ms,
    onError: (error) => ctx.log.warn({ err: error }, 'the connection of the rate limits broke'),
  });
  const limiter = makeLimiter({ pool, log: ctx.log }, options);
  const publicLimit = limitOf(config.rate_limit_ip_per_second);
  const addressOf = makeAddressReader(ctx, config);

  const apply = (
    policy: Policy,
    subject: string,
    limit: Limit,
    reply: FastifyReply,
  ): void | Promise<void> => {
    const taken = limiter.take(`${policy}:${subject}`, limit);
    if (taken instanceof Promise) return taken.then((later) => answer(policy, limit, later, reply));
    answer(policy, limit, taken, reply);
  };

  const bySession = (policy: Policy, token: string, limit: Limit | null, reply: FastifyReply) => {
    const handle = publicLimit && ctx.tokens.handleOf(token);
    if (limit && handle) return apply(policy, digestOf(handle), limit, reply);
  };

  const byErrors = makeErrorLimit({ addressOf, limiter, apply });

  return {
    byKey: ({ key_id, rate_limit_per_second }, reply) => {
      const limit = limitOf(rate_limit_per_second ?? config.rate_limit_key_per_second);
      if (limit) return apply('key', key_id, limit, reply);
    },
    byAddress: (request, reply) => {
      if (publicLimit) return apply('address', addressOf(request), publicLimit, reply);
    },
    byToken: (token, reply) => bySession('token', token, publicLimit, reply),
    byPerson: (session_id, reply) =>
      publicLimit ? apply('person', digestOf(session_id), publicLimit, reply) : undefined,
    byAsking: (token, reply) => bySession('asking', token, askingLimit, reply),
    byCode: async (request, reply) => {
      await apply('code', addressOf(request), codeLimit, reply);
      await apply('codes', 'all', allCodesLimit, reply);
    },
    byMisses: byErrors('misses', publicLimit && codeLimit, ({ status }) => status === 404),
    byCaller: (request, reply) => {
      if (publicLimit) return apply('caller', addressOf(request), callerLimit, reply);
    },
    byFailures: byErrors('failures', publicLimit, ({ code }) => failures.has(code)),
    open: makeOpenLimits(config, addressOf),
    close: () => pool.end(),
  };
}

/**
 * Makes the function that limits errors of a kind: they count against the caller's address, and after too many of
 * them nothing runs for a while.
 */
function makeErrorLimit({
  addressOf,
  limiter,
  apply,
}: {
  readonly addressOf: (request: FastifyRequest) => string;
  readonly limiter: ReturnType<typeof makeLimiter>;
  apply(policy: Policy, subject: string, limit: Limit, reply: FastifyReply): void | Promise<void>;
}) {
  return (policy: Policy, limit: Limit | null, counts: (error: AppError) => boolean) =>
    async <T>(request: FastifyRequest, reply: FastifyReply, run: () => Promise<T>): Promise<T> => {
      if (!limit) return run();
      const address = addressOf(request);
      const wait_s = limiter.emptyFor_s(`${policy}:${address}`);
      if (wait_s > 0) answer(policy, limit, { allowed: false, left: 0, wait_s }, reply);
      try {
        return await run();
      } catch (error) {
        if (error instanceof AppError && counts(error)) await apply(policy, address, limit, reply);
        throw error;
      }
    };
}

/**
 * The use of a key from an address that it does not allow counts too, so that a thief finds the allowed addresses
 * only slowly.
 */
const failures: ReadonlySet<ErrorCode> = new Set([
  'authentication_required',
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
  'address_not_allowed',
]);

type Policy =
  | 'key'
  | 'address'
  | 'caller'
  | 'token'
  | 'person'
  | 'asking'
  | 'code'
  | 'codes'
  | 'misses'
  | 'failures';

/**
 * Reports how much of a policy's quota is left after the request (draft-ietf-httpapi-ratelimit-headers-10).
 *
 * @throws AppError `rate_limited`
 */
function answer(
  policy: Policy,
  limit: Limit,
  { allowed, left, wait_s }: LimitResult,
  reply: FastifyReply,
): void {
  if (left === null) return;
  const { per_second, burst } = limit;
  const retry_after_s = Math.max(1, Math.ceil(wait_s));
  // The time until the bucket is full again; for a refused request, the same time as in Retry-After.
  const reset_s = allowed ? Math.ceil((burst - left) / per_second) : retry_after_s;
  append(reply, 'ratelimit-policy', `"${policy}";q=${burst};w=${Math.ceil(burst / per_second)}`);
  append(reply, 'ratelimit', `"${policy}";r=${left};t=${reset_s}`);
  if (!allowed) throw new AppError('rate_limited', { retry_after_s });
}

function append(reply: FastifyReply, field: string, item: string): void {
  const before = reply.getHeader(field);
  reply.header(field, before === undefined ? item : `${before}, ${item}`);
}
