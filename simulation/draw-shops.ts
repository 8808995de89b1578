import { type Chance, pick } from './chance.ts';

/** Faults of a merchant's server. */
export const shopFaults = [
  /** The server responds with 500, or with 429 and the time after which to retry. */
  'server_error',
  'too_many_requests',
  /** The server has processed the event, but its response arrives too late, or never. */
  'slow',
  'lost_answer',
  /** The server refuses the connection. */
  'unreachable',
] as const;
export type ShopFault = (typeof shopFaults)[number];

/** A merchant's server that webhooks are sent to. */
export interface ShopPlan {
  /** The events that it subscribes to; null for all of them. */
  readonly events: readonly string[] | null;
  readonly rates: Readonly<Record<ShopFault, number>>;
  readonly latency_max_ms: number;
  /**
   * The period in which it is unreachable, in milliseconds since the history began; `to_ms` is null if this
   * never ends.
   */
  readonly away: { readonly from_ms: number; readonly to_ms: number | null } | null;
  /** The time from which it responds with 410, until its endpoint is switched on again. */
  readonly gone_at_ms: number | null;
}

/**
 * An action of the merchant's developers: an endpoint gets a new secret, is switched off or on again, or gets
 * the events that it has missed. `shop` is an index in the plan.
 */
export type ShopAction = { readonly at_ms: number; readonly shop: number } & (
  | {
      readonly kind: 'rotate_secret';
      readonly overlap_hours: number;
      /** The fraction of the overlap after which the shop begins to use the new secret. */
      readonly used_after: number;
    }
  | { readonly kind: 'switch_off' }
  | { readonly kind: 'switch_on' }
  | { readonly kind: 'resend' }
);

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
/** The share of histories with shops. */
const share = 0.12;
const shops_max = 2;
/** The time at which endpoints are switched on again: long after every suspended process has resumed. */
const mended_at_ms = 40 * hour_ms;
const payments_only = ['payment.successful', 'payment.failed', 'payment.reversed'];

/**
 * Draws the servers that webhooks are sent to, and the actions on their endpoints; most histories have none.
 */
export function drawShops(
  random: Chance,
  is_wanted = false,
): { readonly shops: readonly ShopPlan[]; readonly actions: readonly ShopAction[] } {
  const is_drawn = random() < share;
  if (!is_drawn && !is_wanted) return { shops: [], actions: [] };
  const shops = Array.from({ length: 1 + pick(random, shops_max) }, () => drawShop(random));
  const actions = shops.flatMap(({ gone_at_ms }, shop) => drawActions(random, shop, gone_at_ms !== null));
  return { shops, actions };
}

function drawShop(random: Chance): ShopPlan {
  const on = (part: number, rate: number): number => (random() < part ? rate * (0.3 + random()) : 0);
  const from_ms = pick(random, 60) * minute_ms;
  const lasts_ms = random() < 0.5 ? pick(random, 90) * minute_ms : pick(random, 30) * hour_ms;
  const is_away = random() < 0.4;
  const to_ms = random() < 0.2 ? null : from_ms + lasts_ms;
  return {
    events: random() < 0.25 ? payments_only : null,
    rates: {
      server_error: on(0.4, 0.4),
      too_many_requests: on(0.2, 0.3),
      slow: on(0.3, 0.3),
      lost_answer: on(0.4, 0.4),
      unreachable: on(0.3, 0.4),
    },
    latency_max_ms: random() < 0.4 ? 0 : random() * 12_000,
    away: is_away ? { from_ms, to_ms } : null,
    gone_at_ms: random() < 0.12 ? pick(random, 60) * minute_ms : null,
  };
}

function drawActions(random: Chance, shop: number, is_gone: boolean): ShopAction[] {
  const actions: ShopAction[] = [];
  if (random() < 0.5) {
    for (let count = 1 + pick(random, 2); count > 0; count--) {
      const at_ms = pick(random, 90) * minute_ms;
      const overlap_hours = [0, 1, 24][pick(random, 3)] ?? 24;
      actions.push({ at_ms, shop, kind: 'rotate_secret', overlap_hours, used_after: random() * 0.9 });
    }
  }
  const is_switched = random() < 0.3;
  if (is_switched) {
    const at_ms = pick(random, 60) * minute_ms;
    const later_ms = at_ms + (1 + pick(random, 120)) * minute_ms;
    actions.push({ at_ms, shop, kind: 'switch_off' }, { at_ms: later_ms, shop, kind: 'switch_on' });
  }
  if (is_switched || is_gone) actions.push({ at_ms: mended_at_ms, shop, kind: 'switch_on' });
  if (random() < 0.3) actions.push({ at_ms: pick(random, 100) * minute_ms, shop, kind: 'resend' });
  return actions;
}
