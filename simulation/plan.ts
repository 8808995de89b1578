import type { Direction, FaultKind, PayerPlan } from '@guichet/simulators/contract';
import type { FaultRates } from '@guichet/simulators/world';
import type { SimulatedProvider } from './simulated-provider.ts';

/** The actions of people in a history, drawn before it begins, so that it can be replayed. */
export interface HistoryPlan {
  readonly providers: readonly ProviderPlan[];
  readonly actions: readonly Action[];
  /** The number of steps of each life of the process. */
  readonly lives: readonly number[];
  /** Shares of refused connections, and of callbacks that overtake a response. */
  readonly refused: number;
  readonly overtaken: number;
  /** Share of callbacks that do not reach the service, because it is down. */
  readonly missed: number;
}

export interface ProviderPlan {
  readonly simulated: SimulatedProvider;
  readonly rates: FaultRates;
  /** By the index of the number: customers first, then recipients of payouts. */
  readonly payers: readonly PayerPlan[];
  /** The provider's reactions to refunds, in order. */
  readonly refunds: readonly PayerPlan[];
}

/** An action at a time. `customer` and `provider` are indexes in the plan. */
export type Action = { readonly at_ms: number } & (
  | {
      readonly kind: 'initialize';
      readonly customer: number;
      readonly provider: number;
      readonly amount: number;
    }
  | { readonly kind: 'pay'; readonly customer: number; readonly provider: number; readonly clicks: number }
  | { readonly kind: 'cancel'; readonly customer: number }
  | { readonly kind: 'payout'; readonly provider: number; readonly phone: number; readonly amount: number }
  | { readonly kind: 'refund'; readonly customer: number; readonly share: number }
  | { readonly kind: 'forge'; readonly provider: number }
  | { readonly kind: 'expire' }
  /** Providers and networks work again. */
  | { readonly kind: 'calm' }
);

const second_ms = 1000;
const minute_ms = 60 * second_ms;
/** No storm lasts for ever: it ends before the second recheck of a refusal. */
const calm_ms = 110 * minute_ms;
const customers_max = 3;
const recipients_max = 3;

type Chance = () => number;

/** Draws a history. @param random seeded */
export function drawPlan(providers: readonly SimulatedProvider[], random: Chance): HistoryPlan {
  const chosen = drawProviders(providers, random);
  const customers = 1 + pick(random, customers_max);
  return {
    providers: chosen,
    actions: drawActions(random, customers, chosen.length),
    lives: Array.from({ length: 6 }, () => (random() < 0.5 ? 1 + pick(random, 60) : 40 + pick(random, 400))),
    refused: random() < 0.3 ? 0.08 : 0,
    overtaken: random() < 0.5 ? 0.4 : 0,
    missed: random() < 0.3 ? 0.2 : 0,
  };
}

/** Draws one or two of one currency, so that one operator may be reached by both. */
function drawProviders(all: readonly SimulatedProvider[], random: Chance): ProviderPlan[] {
  const first = all[pick(random, all.length)];
  if (!first) throw new Error('no provider to simulate');
  const others = all.filter(({ currency }) => currency === first.currency);
  const same = all.find((one) => one !== first && one.operator === first.operator);
  const second = random() < 0.6 ? (same ?? others[pick(random, others.length)]) : undefined;
  const chosen = second && second !== first ? [first, second] : [first];
  return chosen.map((simulated) => ({
    simulated,
    rates: spare(drawRates(random), simulated.spared),
    payers: [
      ...Array.from({ length: customers_max }, () => drawPayer(simulated, 'collect', random)),
      ...Array.from({ length: recipients_max }, () => drawPayer(simulated, 'payout', random)),
    ],
    refunds: Array.from({ length: customers_max }, () => drawPayer(simulated, 'refund', random)),
  }));
}

function drawRates(random: Chance): FaultRates {
  const rate = random() < 0.2 ? 0 : 0.02 + random() * 0.13;
  const some = (share: number): number => (random() < 0.6 ? rate * share : 0);
  return {
    delay: some(0.5),
    drop_before: some(1),
    drop_after: some(1.5),
    too_many_requests: some(0.5),
    server_error: some(0.5),
    unavailable: some(0.5),
    malformed: some(0.7),
    token_expiry: some(0.5),
    duplicate_callback: some(2),
    reorder_callback: some(2),
    no_callback: some(2),
    wrong_amount: some(0.5),
    // Some operators do it often.
    late_success: random() < 0.12 ? 0.8 : some(1),
    ...(random() < 0.1 ? { clock_skew: 0.5 } : {}),
  };
}

function spare(rates: FaultRates, spared: readonly FaultKind[]): FaultRates {
  return { ...rates, ...Object.fromEntries(spared.map((kind) => [kind, 0])) };
}

function drawPayer({ refusals }: SimulatedProvider, direction: Direction, random: Chance): PayerPlan {
  const words = refusals[direction] ?? [];
  const word = words[pick(random, words.length)];
  const after_ms = random() < 0.2 ? 0 : Math.round(random() * 90) * second_ms;
  if (random() < 0.02) return { after_ms: null, end: 'success' };
  return random() < 0.3 && word !== undefined ? { after_ms, end: word } : { after_ms, end: 'success' };
}

function drawActions(random: Chance, customers: number, providers: number): Action[] {
  const actions: Action[] = [];
  for (let customer = 0; customer < customers; customer++) {
    const start_ms = pick(random, 120) * second_ms;
    const provider = pick(random, providers);
    const amount = 200 + 5 * pick(random, 1000);
    actions.push({ at_ms: start_ms, kind: 'initialize', customer, provider, amount });
    const tries = 1 + pick(random, 3);
    let at_ms = start_ms;
    for (let count = 0; count < tries; count++) {
      at_ms += (2 + pick(random, 200)) * second_ms;
      const clicks = random() < 0.2 ? 2 : 1;
      actions.push({ at_ms, kind: 'pay', customer, provider: pick(random, providers), clicks });
    }
    if (random() < 0.15)
      actions.push({ at_ms: at_ms + pick(random, 100) * second_ms, kind: 'cancel', customer });
    const refunds = random() < 0.45 ? 1 + pick(random, 2) : 0;
    for (let count = 0; count < refunds; count++) {
      const later_ms = at_ms + (10 + pick(random, 80)) * minute_ms;
      actions.push({ at_ms: later_ms, kind: 'refund', customer, share: random() < 0.5 ? 1 : 0.6 });
    }
  }
  for (let count = pick(random, 3); count > 0; count--) {
    const at_ms = (5 + pick(random, 60)) * minute_ms;
    const amount = 100 + 5 * pick(random, 400);
    actions.push({
      at_ms,
      kind: 'payout',
      provider: pick(random, providers),
      phone: customers_max + pick(random, recipients_max),
      amount,
    });
  }
  for (let count = pick(random, 3); count > 0; count--) {
    actions.push({
      at_ms: pick(random, 20 * 60) * second_ms,
      kind: 'forge',
      provider: pick(random, providers),
    });
  }
  actions.push({ at_ms: 40 * minute_ms, kind: 'expire' }, { at_ms: calm_ms, kind: 'calm' });
  return actions.toSorted((left, right) => left.at_ms - right.at_ms);
}

/** A random integer from 0 up to, and without, a bound. */
function pick(random: Chance, bound: number): number {
  return Math.floor(random() * bound);
}
