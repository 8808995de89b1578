import type { Limit, LimitResult } from './limit.ts';
import type { Ask, Lease } from './queries.ts';

/** The duration, in seconds, for which the tokens of one lease should last a node. */
const chunk_s = 0.1;
/**
 * A lease that is used up sooner than this was too small. An empty bucket is queried again after this time at the
 * earliest.
 */
const chunk_ms = chunk_s * 1000;
/** Leased tokens expire after this time. */
const kept_ms = 1000;

/** A node's view of one bucket: the leased tokens and the waiting requests. Times are by the node's own clock. */
export interface Account {
  readonly subject: string;
  limit: Limit;
  /** Tokens that were leased and have not been spent yet. */
  left: number;
  /** The minimum number of tokens of the next lease, which is larger if more requests are waiting. */
  lease_size: number;
  leased_at_ms: number;
  /** Tokens left in the bucket after the last lease. */
  shared: number;
  /** The time until which the bucket is not queried. */
  empty_until_ms: number;
  /** Whether a lease is being requested, or about to be. */
  is_asking: boolean;
  waiting: ((taken: LimitResult) => void)[];
}

/** Makes the account of a bucket that has not been queried yet. */
export function makeAccount(subject: string, limit: Limit): Account {
  return {
    subject,
    limit,
    left: 0,
    lease_size: 1,
    leased_at_ms: Number.NEGATIVE_INFINITY,
    shared: 0,
    empty_until_ms: Number.NEGATIVE_INFINITY,
    is_asking: false,
    waiting: [],
  };
}

/** Changes the limit and discards the state under the previous one. */
export function changeLimit(account: Account, limit: Limit): void {
  account.limit = limit;
  account.left = 0;
  account.empty_until_ms = Number.NEGATIVE_INFINITY;
}

/**
 * Allows or refuses a request from memory. @returns null when the bucket has to be queried, or when other requests
 * are already waiting
 */
export function decide(account: Account, now_ms: number): LimitResult | null {
  if (account.waiting.length > 0) return null;
  if (holdsTokens(account, now_ms)) return spend(account);
  return now_ms < account.empty_until_ms ? refuse(account, now_ms) : null;
}

/** Returns the number of seconds for which the bucket is known to be empty; 0 when it is not. */
export function emptyFor_s(account: Account, now_ms: number): number {
  if (holdsTokens(account, now_ms)) return 0;
  return Math.max(0, account.empty_until_ms - now_ms) / 1000;
}

/**
 * Computes the number of tokens to request, at least enough for the waiting requests. Frequent requests increase
 * the lease, up to a tenth of a second's worth; unused leases reduce it to one, so that many nodes do not empty a
 * bucket by holding its tokens.
 */
export function makeAsk(account: Account, now_ms: number): Ask {
  const { subject, limit, leased_at_ms, lease_size } = account;
  const age_ms = now_ms - leased_at_ms;
  if (age_ms >= kept_ms) account.lease_size = 1;
  else if (age_ms < chunk_ms) account.lease_size = Math.min(lease_size * 2, largestLease(limit));
  return { subject, ...limit, wanted: Math.max(account.waiting.length, account.lease_size) };
}

/**
 * Allows or refuses the waiting requests, in order, according to the number of leased tokens.
 *
 * @returns whether more requests have arrived meanwhile, so that another lease is needed
 */
export function settle(account: Account, { wanted }: Ask, lease: Lease, now_ms: number): boolean {
  account.left = lease.granted;
  account.shared = lease.tokens;
  account.leased_at_ms = now_ms;
  for (const answer of account.waiting.splice(0, lease.granted)) answer(spend(account));
  if (lease.granted === wanted) return account.waiting.length > 0;
  const next_token_ms = ((1 - lease.tokens) / account.limit.per_second) * 1000;
  account.empty_until_ms = now_ms + Math.max(next_token_ms, chunk_ms);
  for (const answer of account.waiting.splice(0)) answer(refuse(account, now_ms));
  return false;
}

/** Allows all waiting requests, because the bucket cannot be queried. */
export function letThrough(account: Account): void {
  for (const answer of account.waiting.splice(0)) answer(unknown);
}

/** The result for a request that was allowed without querying the bucket. */
export const unknown: LimitResult = { allowed: true, left: null, wait_s: 0 };

function holdsTokens({ left, leased_at_ms }: Account, now_ms: number): boolean {
  return left > 0 && now_ms - leased_at_ms < kept_ms;
}

function spend(account: Account): LimitResult {
  account.left--;
  return { allowed: true, left: account.left + Math.floor(account.shared), wait_s: 0 };
}

function refuse({ empty_until_ms }: Account, now_ms: number): LimitResult {
  return { allowed: false, left: 0, wait_s: (empty_until_ms - now_ms) / 1000 };
}

function largestLease({ per_second }: Limit): number {
  return Math.max(1, Math.floor(per_second * chunk_s));
}
