import { makeRandom } from '@guichet/simulators/random';
import type { Chance } from './chance.ts';
import { type ShopFault, type ShopPlan, shopFaults } from './draw-shops.ts';
import { type Ask, makeSecrets, type ShopRequest } from './shop-secrets.ts';

/** A request that was sent to a shop, whether it arrived or not. */
export interface Arrival {
  readonly event_id: string;
  readonly object_id: string;
  readonly sequence: number;
  /** The status of the shop's response; null if it did not respond. */
  readonly status: number | null;
  /** Whether the response has reached the service. */
  is_heard: boolean;
}

/**
 * A merchant's server. It accepts only webhooks that it can verify with the secret that it currently uses.
 */
export interface Shop {
  readonly url: string;
  readonly plan: ShopPlan;
  readonly arrivals: Arrival[];
  /** The id of its endpoint; empty until the endpoint is created. */
  endpoint_id: string;
  /** Repairs the server: if it responded with 410, it no longer does. */
  mend(now_ms: number): void;
  /**
   * Records a request to rotate the secret. @param others_end_ms the earliest time at which the other secrets
   * end, if the rotation is carried out
   */
  ask(others_end_ms: number): Ask;
  /** Receives a request. */
  take(request: ShopRequest): ShopAnswer;
}

export interface ShopAnswer {
  readonly arrival: Arrival;
  readonly retry_after: string | undefined;
  readonly latency_ms: number;
  /** Whether the connection breaks before the response. */
  readonly is_lost: boolean;
}

/** Longer than the service waits for a response. */
const slow_ms = 16_000;
const never = Number.POSITIVE_INFINITY;

/**
 * Added to the seed for the random numbers of shops, which must differ from those of people and providers.
 */
const shops_seed = 0x73686f70;

export interface ShopOptions {
  readonly seed: number;
  readonly start_ms: number;
  /** Whether random faults occur. The outages in a shop's plan occur in any case. */
  isStormy(): boolean;
  count(what: string): void;
  readonly breaches: string[];
}

/** Makes the servers of a history's merchant. */
export function makeShops(plans: readonly ShopPlan[], options: ShopOptions): readonly Shop[] {
  return plans.map((plan, index) =>
    makeShop(plan, `https://shop-${index}.example/webhooks`, {
      ...options,
      random: makeRandom(options.seed + shops_seed + index),
    }),
  );
}

function makeShop(
  plan: ShopPlan,
  url: string,
  { random, start_ms, isStormy, count, breaches }: ShopOptions & { readonly random: Chance },
): Shop {
  const secrets = makeSecrets(breaches);
  let is_mended = false;
  const isAway = (now_ms: number): boolean => {
    if (!plan.away) return false;
    const at_ms = now_ms - start_ms;
    return at_ms >= plan.away.from_ms && at_ms < (plan.away.to_ms ?? never);
  };
  const isGone = (now_ms: number): boolean => !is_mended && now_ms - start_ms >= (plan.gone_at_ms ?? never);
  const drawFault = (): ShopFault | undefined =>
    isStormy() ? shopFaults.find((fault) => random() < plan.rates[fault]) : undefined;
  const shop: Shop = {
    url,
    plan,
    arrivals: [],
    endpoint_id: '',
    mend: (now_ms) => {
      is_mended ||= isGone(now_ms);
    },
    ask: secrets.ask,
    take: (request) => {
      const { headers, body, now_ms } = request;
      const told = JSON.parse(body) as { id: string; sequence: number; data: { id: string } };
      if (told.id !== headers['webhook-id']) breaches.push(`${headers['webhook-id']} was sent as ${told.id}`);
      const fault = isAway(now_ms) ? 'away' : drawFault();
      if (fault !== undefined) count(`webhook: ${fault}`);
      const isThere = fault !== 'away' && fault !== 'unreachable';
      const verified = secrets.verify(request);
      if (isThere && !verified) count('webhook: signature refused');
      const arrival: Arrival = {
        event_id: told.id,
        object_id: told.data.id,
        sequence: told.sequence,
        status: isThere ? statusOf(fault, verified, isGone(now_ms)) : null,
        is_heard: false,
      };
      shop.arrivals.push(arrival);
      const retry_after = arrival.status === 429 ? String(30 + Math.floor(random() * 300)) : undefined;
      const latency_ms = fault === 'slow' ? slow_ms : isStormy() ? random() * plan.latency_max_ms : 0;
      return { arrival, retry_after, latency_ms, is_lost: fault === 'lost_answer' };
    },
  };
  return shop;
}

function statusOf(fault: string | undefined, verified: boolean, is_gone: boolean): number {
  if (is_gone) return 410;
  if (fault === 'server_error') return 500;
  if (fault === 'too_many_requests') return 429;
  return verified ? 200 : 401;
}
