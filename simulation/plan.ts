import type { MoneyChoices } from '@guichet/core/accounts';
import type { FaultRates } from '@guichet/simulators/world';
import { type Chance, pick } from './chance.ts';
import { drawLoss, type LossPlan } from './draw-loss.ts';
import { customers_max, drawProviders, type ProviderPlan, recipients_max, spare } from './draw-providers.ts';
import { drawRotations, drawStatements, type RareAction } from './draw-rare.ts';
import { drawShops, type ShopAction, type ShopPlan } from './draw-shops.ts';
import { drawTurns, type TurnAction } from './draw-turns.ts';
import type { SimulatedProvider } from './simulated-provider.ts';

/** Changes that make some events more frequent than by chance, to find something sooner. */
export interface Tilt {
  readonly rates?: FaultRates;
  readonly faults?: Partial<Record<ServiceFault, number>>;
  readonly features?: Partial<Record<Feature, boolean>>;
  /** Whether there is a time in which no process lives long. */
  readonly loops?: boolean;
  /** Whether the machines' clocks are wrong. */
  readonly skewed?: boolean;
  /** Whether providers refuse and pay after all, and move different amounts. */
  readonly unreliable?: boolean;
  readonly choices?: Partial<MoneyChoices>;
  /** Whether an older database is restored. */
  readonly lost?: boolean;
  /** Whether API keys are changed. */
  readonly rotated?: boolean;
  /** Whether statements are read. */
  readonly read?: boolean;
  /** Whether webhooks are sent. */
  readonly told?: boolean;
}

/** The actions of people in a history, drawn before it begins, so that it can be replayed. */
export interface HistoryPlan {
  readonly providers: readonly ProviderPlan[];
  readonly actions: readonly Action[];
  /** Choices of the merchant about unexpected money. */
  readonly choices: MoneyChoices;
  /** The machines that the service runs on. */
  readonly services: readonly { readonly skew_ms: number; readonly connections_max: number }[];
  /**
   * The rate of each fault of machines and networks: in one history, most of them never occur, and a few often.
   */
  readonly faults: Readonly<Partial<Record<ServiceFault, number>>>;
  /** A time in which no process lives long. */
  readonly crash_loop: { readonly from_ms: number; readonly to_ms: number } | null;
  /** The restoration of an older database; null for none. */
  readonly loss: LossPlan | null;
  /** The merchant's servers that receive webhooks; most histories have none. */
  readonly shops: readonly ShopPlan[];
  /** Whether API keys are changed. */
  readonly is_rotated: boolean;
  /** Whether statements are read; waits for locks then use the history's clock. */
  readonly is_read: boolean;
  /** The share of turns given to the process that had the last one. */
  readonly stickiness: number;
  /** The longest time that a response takes. */
  readonly latency_max_ms: number;
}

/** Faults of the service's machines, between them and the database, and on the way to providers and back. */
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
  /** The connection breaks before a statement, or after a commit but before its acknowledgement. */
  'broken',
  'lost_acknowledgement',
  /** The database, or an operator, is unreachable for a while. */
  'database_partition',
  'operator_partition',
  /** A connection to an operator is refused. */
  'refused',
  /** A callback is lost in transit. */
  'callback_lost',
] as const;
export type ServiceFault = (typeof serviceFaults)[number];

/** Decisions of a person about unexpected money. */
export const heldVerdicts = ['accept', 'refund_difference', 'refund_all'] as const;

/** An action at a time. `customer` and `provider` are indexes in the plan. */
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
          /** Null if the merchant does not repeat the request. */
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
      /** Money that arrived twice is refunded. */
      | { readonly kind: 'refund_duplicates' }
      /** Money that could not be refunded was given to the customer in another way. */
      | { readonly kind: 'settle' }
      /**
       * A success is reversed, either by a provider that reports the reversal to the service, or by one that
       * reports it only to a person.
       */
      | { readonly kind: 'reverse'; readonly provider: number; readonly nth: number }
      /** A person finds out the outcome of everything that needs review, and resolves it. */
      | { readonly kind: 'resolve'; readonly held: (typeof heldVerdicts)[number] }
      | { readonly kind: 'forge'; readonly provider: number }
      | { readonly kind: 'sweep' }
      /** Providers and networks work again. */
      | { readonly kind: 'calm' }
    ));

const second_ms = 1000;
const minute_ms = 60 * second_ms;
/** The end of a storm, before the second recheck of a refusal. */
const calm_ms = 110 * minute_ms;
/** The times of the service's housekeeping, in minutes since the history began. */
const sweeps_min = [8, 36, 75, 130, 300, 4_400, 4_800];

/** Sources of random numbers, each seeded. */
interface Chances {
  readonly random: Chance;
  readonly rare: Chance;
  readonly shops: Chance;
  readonly turns: Chance;
}

/** Requests with keys, which can be repeated after a loss. */
const repeated = { payouts: true, keys: true } as const;

/**
 * Draws a history.
 *
 * @param random seeded
 * @param rare seeded as well, like `shops` and `turns`; these three draw actions that most histories do not have
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
  // If the database is lost, the merchant's new keys and the statements' periods would be lost too.
  const rotations = loss ? [] : drawRotations(chances.rare, given.rotated);
  const statements = loss ? [] : drawStatements(chances.rare, given.read);
  // A restored database also lacks the record of what was sent since the copy.
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

/** Draws the defaults, which most merchants keep, or each choice at random. */
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
    // Fewer in total than the pool of a test has.
    connections_max: count > 2 ? 2 : 2 + pick(random, 2),
  }));
}

/** A little of everything would test nothing: each fault is either absent or frequent. */
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

/** A part of a history in addition to payments; most histories have few of them. */
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
    // The second person decides from time to time on what awaits approval.
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
  // A reversal may be reported only to a person.
  if (features.resolve || features.reversals) {
    const held = heldVerdicts[pick(random, heldVerdicts.length)] ?? 'accept';
    actions.push(...resolutions(held));
  }
  for (const after_min of sweeps_min) actions.push({ at_ms: after_min * minute_ms, kind: 'sweep' });
  actions.push({ at_ms: calm_ms, kind: 'calm' });
  return actions.toSorted((left, right) => left.at_ms - right.at_ms);
}

/** A person resolves everything that needs review, refunds the duplicates, and settles what cannot be refunded. */
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
