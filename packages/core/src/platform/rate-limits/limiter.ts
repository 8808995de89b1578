import type { Log } from '@guichet/kernel/log';
import { within } from '@guichet/kernel/wait';
import type pg from 'pg';
import {
  type Account,
  changeLimit,
  decide,
  emptyFor_s,
  letThrough,
  makeAccount,
  makeAsk,
  settle,
  unknown,
} from './account.ts';
import type { Limit, LimitResult } from './limit.ts';
import { type Ask, type Lease, leaseTokens } from './queries.ts';
import { makeRecentMap } from './recent-map.ts';

/** The maximum number of buckets in one statement. */
const group_max = 1000;
/** The maximum wait for the database. A slower database counts as down, and requests are allowed. */
export const lease_timeout_ms = 2000;
/** The time after which a database that is down is queried again. No request waits for the response. */
const retry_ms = 1000;

export interface LimiterOptions {
  /** The maximum number of accounts that this node remembers, about 350 bytes each. */
  readonly accounts_max?: number;
  /** The timeout of a query; {@link lease_timeout_ms} when omitted. */
  readonly timeout_ms?: number;
  /** This node's clock; only differences between its times matter. */
  readonly now_ms?: () => number;
}

export interface Limiter {
  /**
   * Takes a token for a request, or returns the time to wait for one. Usually decides immediately, from memory.
   * Otherwise queries the database, together with all requests of the same moment.
   */
  take(subject: string, limit: Limit): LimitResult | Promise<LimitResult>;
  /**
   * Returns the number of seconds for which this node knows the bucket to be empty; 0 when it does not know. Never
   * queries the database.
   */
  emptyFor_s(subject: string): number;
  /** Accounts in memory. */
  readonly size: number;
}

/**
 * Makes the limiter of a node. All nodes share the buckets in the database; each leases some tokens at a time and
 * spends them from memory. Together they allow the burst and the refill, plus at most one lease per node taken
 * within the previous second. While the database is down, all requests are allowed, because requests that need the
 * database fail anyway.
 */
export function makeLimiter(
  ctx: { readonly pool: pg.Pool; readonly log: Log },
  options: LimiterOptions = {},
): Limiter {
  const { accounts_max = 50_000, timeout_ms = lease_timeout_ms, now_ms = () => performance.now() } = options;
  const accounts = makeRecentMap<Account>(accounts_max, ({ is_asking }) => is_asking);
  const ask = makeAsking(ctx, timeout_ms, now_ms);

  return {
    take: (subject, limit) => {
      let account = accounts.get(subject);
      if (!account) {
        account = makeAccount(subject, limit);
        accounts.set(subject, account);
      } else if (account.limit.per_second !== limit.per_second || account.limit.burst !== limit.burst) {
        changeLimit(account, limit);
      }
      return decide(account, now_ms()) ?? ask(account);
    },
    emptyFor_s: (subject) => {
      const account = accounts.get(subject);
      return account ? emptyFor_s(account, now_ms()) : 0;
    },
    get size() {
      return accounts.size;
    },
  };
}

/**
 * Makes the function that queries the database, with one statement at a time for all requests since the last one.
 *
 * Modes:
 * - *at rest*: no request waits. Ends with the first account that cannot be decided from memory.
 * - *scheduled*: follows, until the end of this turn of the event loop. All accounts of the turn share a
 *   statement.
 * - *asking*: begins with that statement, and lasts at most `timeout_ms`. Followed by *scheduled* when more
 * requests have arrived meanwhile, otherwise by *at rest*.
 * - *away*: begins when a statement fails or is late, in parallel with the other three. Waiting requests are
 * allowed, and so is every later request. One statement is sent every `retry_ms`; the first to succeed ends
 * this mode.
 */
function makeAsking(
  { pool, log }: { readonly pool: pg.Pool; readonly log: Log },
  timeout_ms: number,
  now_ms: () => number,
): (account: Account) => LimitResult | Promise<LimitResult> {
  const asking: Account[] = [];
  let isScheduled = false;
  let isUnderWay = false;
  let isAway = false;
  let retry_at_ms = 0;

  const join = (account: Account): void => {
    if (!account.is_asking) asking.push(account);
    account.is_asking = true;
    schedule();
  };
  // Requests read from the sockets in one turn of the event loop share a statement.
  const schedule = (): void => {
    if (isScheduled || isUnderWay || asking.length === 0) return;
    isScheduled = true;
    setImmediate(() => void flush());
  };
  const flush = async (): Promise<void> => {
    isScheduled = false;
    isUnderWay = true;
    const group = asking.splice(0, group_max);
    const asks = group.map((account) => makeAsk(account, now_ms()));
    try {
      const leases = await within(timeout_ms, leaseTokens(pool, asks));
      if (isAway) log.info({}, 'the database responds again: requests are limited again');
      isAway = false;
      spread(group, asks, leases);
    } catch (error) {
      if (!isAway)
        log.warn({ err: error }, 'the database does not respond: requests are not limited meanwhile');
      isAway = true;
      retry_at_ms = now_ms() + retry_ms;
      for (const account of [...group, ...asking.splice(0)]) {
        account.is_asking = false;
        letThrough(account);
      }
    }
    isUnderWay = false;
    schedule();
  };
  const spread = (group: readonly Account[], asks: readonly Ask[], leases: readonly Lease[]): void => {
    const leaseOf = new Map(leases.map((lease) => [lease.subject, lease]));
    for (const [index, account] of group.entries()) {
      const [asked, lease] = [asks[index], leaseOf.get(account.subject)];
      if (!asked || !lease) throw new Error(`the database returned no lease for ${account.subject}`);
      account.is_asking = false;
      if (settle(account, asked, lease, now_ms())) join(account);
    }
  };

  return (account) => {
    if (isAway) {
      if (now_ms() >= retry_at_ms) join(account);
      return unknown;
    }
    return new Promise((resolve) => {
      account.waiting.push(resolve);
      join(account);
    });
  };
}
