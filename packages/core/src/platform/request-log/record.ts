import type { Context } from '../context.ts';
import { repeat } from '../jobs/repeat.ts';
import { type ApiRequest, insertRequests, touchKeys } from './queries.ts';

/** The interval at which finished requests are written together. */
const round_ms = 1_000;
/**
 * The maximum number of requests kept for one merchant in one round: enough for a developer to find every request,
 * but bounded for a busy merchant.
 */
const kept_max = 50;
/** The maximum number of requests, across all merchants, that wait for the next round. */
const waiting_max = 20_000;
const path_length_max = 300;

/** Collects finished requests and writes them together. */
export interface RequestRecorder {
  /** Keeps a request in memory until the next round. */
  add(request: ApiRequest): void;
  /** Writes the remaining requests. */
  stop(): Promise<void>;
}

/**
 * Starts a process's request recorder. It keeps a log for people, not a ledger: requests of the last second are
 * lost with the process, and if a merchant makes more than fifty a second in one process, refused requests take
 * precedence.
 */
export function startRequestRecorder(ctx: Pick<Context, 'db' | 'clock' | 'log'>): RequestRecorder {
  let waiting: ApiRequest[] = [];
  const write = async (): Promise<void> => {
    const taken = waiting;
    if (taken.length === 0) return;
    waiting = [];
    // A key does not count as used when it was refused because of its address.
    const uses = taken.filter(({ code }) => code !== 'address_not_allowed');
    const used = new Map(uses.map((request) => [request.key_id, request]));
    await insertRequests(ctx.db, chooseRequests(taken));
    await touchKeys(ctx.db, [...used.values()], ctx.clock.now());
  };
  const round = repeat(ctx.log, 'request log', round_ms, write);
  return {
    add: (request) => {
      if (waiting.length >= waiting_max) return;
      waiting.push({ ...request, path: request.path.slice(0, path_length_max) });
    },
    stop: async () => {
      await round.stop();
      await write();
    },
  };
}

/** Chooses which requests of each merchant to keep, refused ones first. */
function chooseRequests(requests: readonly ApiRequest[]): ApiRequest[] {
  const by_merchant = Map.groupBy(requests, ({ merchant_id }) => merchant_id);
  return [...by_merchant.values()].flatMap((own) =>
    own.length <= kept_max
      ? own
      : [...own.filter(({ status }) => status >= 400), ...own.filter(({ status }) => status < 400)].slice(
          0,
          kept_max,
        ),
  );
}
