import type { MoneyChoices } from '@guichet/core/accounts';
import type { FaultRates } from '@guichet/simulators/world';
import { type Chance, pick } from './chance.ts';
import { drawLoss, type LossPlan } from './draw-loss.ts';
import { customers_max, drawProviders, type ProviderPlan, recipients_max, spare } from './draw-providers.ts';
import { drawRotations, drawStatements, type RareAction } from './draw-rare.ts';
import { drawShops, type ShopAction, type ShopPlan } from './draw-shops.ts';
import { drawTurns, type TurnAction } from './draw-turns.ts';
import type { SimulatedProvider } from './simulated-provider.ts';

/** Overrides parts of a plan, for instance a fault's frequency, so that a mistake is found sooner. */
export interface Tilt {
  readonly rates?: FaultRates;
  readonly faults?: Partial<Record<ServiceFault, number>>;
  readonly features?: Partial<Record<Feature, boolean>>;
  /** Whether there is a crash loop, in which processes die again and again. */
  readonly loops?: boolean;
  /** Whether the clocks of the service's machines are wrong. */
  readonly skewed?: boolean;
  /** Whether providers take money after a refusal, and move amounts other than the requested ones. */
  readonly unreliable?: boolean;
  readonly choices?: Partial<MoneyChoices>;
  /** Whether the database is lost, and restored from an older copy. */
  readonly lost?: boolean;
  /** Whether the merchant gets new API keys, and the old ones are revoked. */
  readonly rotated?: boolean;
  /** Whether the owner reads the statements of periods. */
  readonly read?: boolean;
  /** Whether webhooks are sent. */
  readonly told?: boolean;
}

/** Everything that is drawn before a history begins: its providers, actions, machines and fault rates. */
export interface HistoryPlan {
  readonly providers: readonly ProviderPlan[];
  readonly actions: readonly Action[];
  /** The merchant's choices about unexpected money. */
  readonly choices: MoneyChoices;
  /** The service's processes: each machine's clock error, and the number of its database connections. */
  readonly services: readonly { readonly skew_ms: number; readonly connections_max: number }[];
  /**
   * The rate of each fault of processes and networks. In one history most rates are 0, and a few are high.
   */
  readonly faults: Readonly<Partial<Record<ServiceFault, number>>>;
  /** The period in which processes die again and again; null if there is none. */
  readonly crash_loop: { readonly from_ms: number; readonly to_ms: number } | null;
  /** The loss of the database; null if it is not lost. */
  readonly loss: LossPlan | null;
  /** The merchant's servers that receive webhooks; most histories have none. */
  readonly shops: readonly ShopPlan[];
  /** Whether the merchant's API keys change. */
  readonly is_rotated: boolean;
  /** Whether the owner reads statements of periods. Lock timeouts, which use the real clock, are then off. */
  readonly is_read: boolean;
  /** The probability that the next turn goes to the process that had the last one. */
  readonly stickiness: number;
  /** The longest time that a provider's response takes. */
  readonly latency_max_ms: number;
}

/** Faults of the service's processes, of their database connections, and of the network to the providers. */
export const serviceFaults = [
  /** A process dies at a step. */
  'kill',
  /** A process is suspended for seconds, or for minutes to hours. */
  'freeze',
  'long_freeze',
  /** PostgreSQL refuses a statement. */
  'deadlock',
  'serialization_failure',
  'disk_full',
  /** The database connection breaks before a statement, or after a commit but before its acknowledgement. */
  'broken',
  'lost_acknowledgement',
  /** A process cannot reach the database, or any provider, for some minutes. */
  'database_partition',
  'operator_partition',
  /** A provider refuses a connection. */
  'refused',
  /** A callback is lost in transit. */
  'callback_lost',
] as const;
export type ServiceFault = (typeof serviceFaults)[number];

/** The decisions that a person can make about held money. */
export const heldVerdicts = ['accept', 'refund_difference', 'refund_all'] as const;

/** An action, with its time since the history began. `provider` is an index in the plan. */
export type Action =
  | RareAction
  | ShopAction
  | TurnAction
  | ({ readonly at_ms: number } & (
      | {
          readonly kind: 'initialize';
          readonly customer: number;
          readonly provider: number;
          readonly amount: number;
          readonly key: string | null;
        }
      | {
          readonly kind: 'pay';
          readonly customer: number;
          readonly provider: number;
          readonly clicks: number;
        }
      | { readonly kind: 'cancel'; readonly customer: number }
      | { readonly kind: 'verify'; readonly customer: number }
      | {
          readonly kind: 'payout';
          readonly provider: number;
          readonly phone: number;
          readonly amount: number;
          /** The idempotency key; null if the request has none, and is never repeated. */
          readonly key: string | null;
          /** Whether a person creates it in the dashboard. */
          readonly by_person: boolean;
          /** The number of identical requests sent at the same moment; more than one only with a key. */
          readonly times: number;
        }
      | { readonly kind: 'approve'; readonly decision: 'approve' | 'refuse' }
      | {
          readonly kind: 'refund';
          readonly customer: number;
          readonly share: number;
          readonly key: string | null;
        }
      /** A person refunds the duplicates that need review. */
      | { readonly kind: 'refund_duplicates' }
      /** A person records that money which could not be refunded reached the customer in another way. */
      | { readonly kind: 'settle' }
      /**
       * A provider reverses a success. Some providers report this to the service, others only to a person,
       * who records it.
       */
      | { readonly kind: 'reverse'; readonly provider: number; readonly nth: number }
      /** A person asks the providers about everything that needs review, and records the outcomes. */
      | { readonly kind: 'resolve'; readonly held: (typeof heldVerdicts)[number] }
      | { readonly kind: 'forge'; readonly provider: number }
      | { readonly kind: 'sweep' }
      /** The storm ends: from now on, no random faults occur. */
      | { readonly kind: 'calm' }
    ));

const second_ms = 1000;
const minute_ms = 60 * second_ms;
/** The end of the storm, which is before the service's second recheck of a refusal. */
const calm_ms = 110 * minute_ms;
/** The times at which the service does its housekeeping, in minutes since the history began. */
const sweeps_min = [8, 36, 75, 130, 300, 4_400, 4_800];

/** Separate seeded sources: the number of draws from one does not change what is drawn from the others. */
interface Chances {
  readonly random: Chance;
  readonly rare: Chance;
  readonly shops: Chance;
  readonly turns: Chance;
}

/** Features of every history with a loss, so that there are requests with keys to repeat after the loss. */
const repeated = { payouts: true, keys: true } as const;

/**
 * Draws the plan of a history.
 *
 * @param random the source of everything except the following
 * @param rare the source of losses, changes of API keys, and readings of statements; `shops` is the source of
 * webhooks, and `turns` of rare reversals
 */
export function drawPlan(
  providers: readonly SimulatedProvider[],
  { random, ...chances }: Chances,
  given: Tilt = {},
): HistoryPlan {
  const is_unreliable = random() < 0.15 || given.unreliable === true;
  const chosen = drawProviders(providers, random, is_unreliable).map((one) => ({
    ...one,
    rates: spare({ ...one.rates, ...given.rates }, one.simulated.spared),
  }));
  const loss = drawLoss(chances.rare, given.lost);
  // Histories with a loss have neither of these, because a loss would undo changes of keys and readings of
  // statements.
  const rotations = loss ? [] : drawRotations(chances.rare, given.rotated);
  const statements = loss ? [] : drawStatements(chances.rare, given.read);
  // Nor do they have webhooks: a restored database has no record of those sent since the copy was made.
  const shops = loss ? { shops: [], actions: [] } : drawShops(chances.shops, given.told);
  const tilt = loss ? { ...given, features: { ...repeated, ...given.features } } : given;
  const customers = 1 + pick(random, customers_max);
  const actions = drawActions(random, customers, chosen.length, { tilt, is_unreliable });
  const has_payouts = actions.some(({ kind }) => kind === 'payout');
  const turns =
    given.features?.reversals === false ? [] : drawTurns(chances.turns, { is_unreliable, has_payouts });
  return {
    providers: chosen,
    actions: [
      ...actions,
      ...turns,
      ...(turns.length > 0 && !actions.some(({ kind }) => kind === 'resolve') ? resolutions('accept') : []),
      ...rotations,
      ...statements,
      ...shops.actions,
    ].toSorted((left, right) => left.at_ms - right.at_ms),
    choices: { ...drawChoices(random), ...tilt.choices },
    services: drawServices(random, tilt),
    faults: { ...drawFaults(random), ...tilt.faults },
    crash_loop: drawLoop(random, tilt),
    loss,
    shops: shops.shops,
    is_rotated: rotations.length > 0,
    is_read: statements.length > 0,
    stickiness: random() < 0.5 ? 0 : random() * 0.9,
    latency_max_ms: random() < 0.3 ? 0 : random() * 9_000,
  };
}

/** Returns the default choices, or draws each choice at random. */
function drawChoices(random: Chance): MoneyChoices {
  if (random() < 0.4) {
    return { on_underpaid: 'ask', on_overpaid: 'ask', on_paid_late: 'accept', on_paid_twice: 'ask' };
  }
  const one = <Choice>(...of: readonly [Choice, ...Choice[]]): Choice => of[pick(random, of.length)] ?? of[0];
  return {
    on_underpaid: one('accept', 'refund_all', 'ask'),
    on_overpaid: one('accept', 'refund_difference', 'refund_all', 'ask'),
    on_paid_late: one('accept', 'refund_all', 'ask'),
    on_paid_twice: one('refund_all', 'ask'),
  };
}

function drawServices(random: Chance, tilt: Tilt): HistoryPlan['services'] {
  const count = 2 + pick(random, 3);
  const is_skewed = random() < 0.3 || tilt.skewed === true;
  return Array.from({ length: count }, () => ({
    skew_ms: is_skewed ? (random() - 0.5) * 2 * 10 ** (3 + 5.4 * random()) : 0,
    // The total stays below the size of the pool that a test has.
    connections_max: count > 2 ? 2 : 2 + pick(random, 2),
  }));
}

/** Draws the rate of each fault: mostly 0, otherwise high, because some errors need many of one kind. */
function drawFaults(random: Chance): HistoryPlan['faults'] {
  const on = (share: number, rate: number): number => (random() < share ? rate * (0.3 + random()) : 0);
  return {
    kill: on(0.35, 0.015),
    freeze: on(0.2, 0.01),
    long_freeze: on(0.2, 0.004),
    deadlock: on(0.1, 0.02),
    serialization_failure: on(0.1, 0.02),
    disk_full: on(0.1, 0.02),
    broken: on(0.1, 0.02),
    lost_acknowledgement: on(0.15, 0.06),
    database_partition: on(0.06, 0.004),
    operator_partition: on(0.1, 0.03),
    refused: on(0.2, 0.15),
    callback_lost: on(0.2, 0.5),
  };
}

function drawLoop(random: Chance, { loops = false }: Tilt): HistoryPlan['crash_loop'] {
  if (random() >= 0.06 && !loops) return null;
  const from_ms = pick(random, 30) * minute_ms;
  return { from_ms, to_ms: from_ms + (5 + pick(random, 15)) * minute_ms };
}

/** Something that occurs only in some histories, in addition to payments. */
export type Feature =
  | 'refunds'
  | 'payouts'
  | 'keys'
  | 'persons'
  | 'verify'
  | 'forge'
  | 'resolve'
  | 'reversals';

function drawFeatures(random: Chance, tilt: Tilt): Record<Feature, boolean> {
  const has = (share: number): boolean => random() < share;
  return {
    refunds: has(0.5),
    payouts: has(0.6),
    keys: has(0.6),
    persons: has(0.35),
    verify: has(0.4),
    forge: has(0.4),
    resolve: has(0.6),
    reversals: has(0.25),
    ...tilt.features,
  };
}

function drawActions(
  random: Chance,
  customers: number,
  providers: number,
  { tilt, is_unreliable }: { readonly tilt: Tilt; readonly is_unreliable: boolean },
): Action[] {
  const features = { ...drawFeatures(random, tilt), is_unreliable };
  const actions: Action[] = [];
  const keyOf = (what: string): string | null => (features.keys && random() < 0.8 ? what : null);
  for (let customer = 0; customer < customers; customer++) {
    actions.push(...drawCustomer(random, customer, providers, { ...features, keyOf }));
  }
  if (features.payouts) {
    for (let count = 1 + pick(random, 3); count > 0; count--) {
      const key = keyOf(`payout-${count}`);
      actions.push({
        at_ms: (12 + pick(random, 50)) * minute_ms,
        kind: 'payout',
        provider: pick(random, providers),
        phone: customers_max + pick(random, recipients_max),
        amount: 100 + 5 * pick(random, 150),
        key,
        by_person: features.persons && random() < 0.7,
        times: key !== null && random() < 0.4 ? 2 : 1,
      });
    }
    // At intervals, the second person decides on the payouts that await approval.
    for (let after_min = 15 + pick(random, 15); after_min < 100; after_min += 12 + pick(random, 20)) {
      const decision = random() < 0.85 ? 'approve' : 'refuse';
      actions.push({ at_ms: after_min * minute_ms, kind: 'approve', decision });
    }
  }
  if (features.forge) {
    for (let count = 1 + pick(random, 2); count > 0; count--) {
      const at_ms = pick(random, 20 * 60) * second_ms;
      actions.push({ at_ms, kind: 'forge', provider: pick(random, providers) });
    }
  }
  if (features.reversals) {
    for (let count = 1 + pick(random, 3); count > 0; count--) {
      const at_ms = random() < 0.6 ? pick(random, 8 * 60) * second_ms : pick(random, 180) * minute_ms;
      actions.push({ at_ms, kind: 'reverse', provider: pick(random, providers), nth: pick(random, 3) });
    }
  }
  // Some reversals are reported only to a person, who has to record them.
  if (features.resolve || features.reversals) {
    const held = heldVerdicts[pick(random, heldVerdicts.length)] ?? 'accept';
    actions.push(...resolutions(held));
  }
  for (const after_min of sweeps_min) actions.push({ at_ms: after_min * minute_ms, kind: 'sweep' });
  actions.push({ at_ms: calm_ms, kind: 'calm' });
  return actions.toSorted((left, right) => left.at_ms - right.at_ms);
}

/** The actions of a person who resolves what needs review, refunds the duplicates, and settles the rest. */
const resolutions = (held: (typeof heldVerdicts)[number]): Action[] => [
  { at_ms: 78 * 60 * minute_ms, kind: 'resolve', held },
  { at_ms: 79 * 60 * minute_ms, kind: 'refund_duplicates' },
  { at_ms: 81 * 60 * minute_ms, kind: 'settle' },
];

function drawCustomer(
  random: Chance,
  customer: number,
  providers: number,
  features: {
    readonly refunds: boolean;
    readonly verify: boolean;
    readonly is_unreliable: boolean;
    keyOf(what: string): string | null;
  },
): Action[] {
  const { keyOf } = features;
  const actions: Action[] = [];
  const start_ms = pick(random, 120) * second_ms;
  const provider = pick(random, providers);
  const amount = 200 + 5 * pick(random, 1000);
  const key = keyOf(`checkout-${customer}`);
  actions.push({ at_ms: start_ms, kind: 'initialize', customer, provider, amount, key });
  let at_ms = start_ms;
  for (let tries = 1 + pick(random, 3); tries > 0; tries--) {
    at_ms += (2 + pick(random, 200)) * second_ms;
    const clicks = random() < 0.25 ? 2 : 1;
    actions.push({ at_ms, kind: 'pay', customer, provider: pick(random, providers), clicks });
    // The merchant verifies the payment while the customer pays.
    if (features.verify)
      actions.push({ at_ms: at_ms + pick(random, 90) * second_ms, kind: 'verify', customer });
  }
  if (random() < (features.is_unreliable ? 0.5 : 0.15)) {
    actions.push({ at_ms: at_ms + pick(random, 100) * second_ms, kind: 'cancel', customer });
  }
  if (!features.refunds) return actions;
  for (let count = 1 + pick(random, 2); count > 0; count--) {
    const later_ms = at_ms + (10 + pick(random, 80)) * minute_ms;
    const share = random() < 0.5 ? 1 : 0.6;
    actions.push({
      at_ms: later_ms,
      kind: 'refund',
      customer,
      share,
      key: keyOf(`refund-${customer}-${count}`),
    });
  }
  return actions;
}
