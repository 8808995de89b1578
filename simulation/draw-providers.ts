import type { Direction, FaultKind, PayerPlan } from '@guichet/simulators/contract';
import type { FaultRates } from '@guichet/simulators/world';
import { type Chance, pick } from './chance.ts';
import type { SimulatedProvider } from './simulated-provider.ts';

const second_ms = 1000;
const minute_ms = 60 * second_ms;
export const customers_max = 3;
export const recipients_max = 3;

/** A provider of a history, with the behavior of its customers and recipients. */
export interface ProviderPlan {
  readonly simulated: SimulatedProvider;
  readonly rates: FaultRates;
  /** One for each phone number: first those of customers, then those of recipients of payouts. */
  readonly payers: readonly PayerPlan[];
  /** The outcome of refunds to each customer, by the number of the customer. */
  readonly refunds: readonly PayerPlan[];
}

/** Draws one or two providers with the same currency; two of them may reach the same operator. */
export function drawProviders(
  all: readonly SimulatedProvider[],
  random: Chance,
  is_unreliable: boolean,
): ProviderPlan[] {
  const drawCollected = is_unreliable ? drawUnreliable : drawPayer;
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
      ...Array.from({ length: customers_max }, () => drawCollected(simulated, 'collect', random)),
      ...Array.from({ length: recipients_max }, () => drawPayer(simulated, 'payout', random)),
    ],
    refunds: Array.from({ length: customers_max }, () => drawPayer(simulated, 'refund', random)),
  }));
}

/** Draws the rates of a provider's faults: like those of processes, mostly 0 and otherwise high. */
function drawRates(random: Chance): FaultRates {
  const is_calm = random() < 0.25;
  const on = (share: number, rate: number): number =>
    !is_calm && random() < share ? rate * (0.3 + random()) : 0;
  return {
    delay: on(0.15, 0.15),
    drop_before: on(0.2, 0.2),
    drop_after: on(0.3, 0.25),
    too_many_requests: on(0.1, 0.15),
    server_error: on(0.15, 0.15),
    unavailable: on(0.1, 0.15),
    malformed: on(0.15, 0.2),
    token_expiry: on(0.1, 0.2),
    duplicate_callback: on(0.3, 0.5),
    reorder_callback: on(0.3, 0.5),
    no_callback: on(0.3, 0.6),
    wrong_amount: on(0.1, 0.3),
    late_success: on(0.15, 0.6),
    clock_skew: on(0.1, 0.5),
  };
}

/** Sets the rates of faults that cannot happen at a provider to zero. */
export function spare(rates: FaultRates, spared: readonly FaultKind[]): FaultRates {
  return { ...rates, ...Object.fromEntries(spared.map((kind) => [kind, 0])) };
}

function drawPayer({ refusals }: SimulatedProvider, direction: Direction, random: Chance): PayerPlan {
  const words = refusals[direction] ?? [];
  const word = words[pick(random, words.length)];
  const after_ms = random() < 0.2 ? 0 : Math.round(random() * 90) * second_ms;
  if (random() < 0.02) return { after_ms: null, end: 'success' };
  return random() < 0.3 && word !== undefined ? { after_ms, end: word } : { after_ms, end: 'success' };
}

/** Draws a payer whose provider refuses and takes the money later, or moves a different amount. */
function drawUnreliable(simulated: SimulatedProvider, direction: Direction, random: Chance): PayerPlan {
  const { refusals, spared } = simulated;
  const words = refusals[direction] ?? [];
  const after_ms = random() < 0.25 ? 0 : pick(random, 60) * second_ms;
  const draw = random();
  const wrong_amount = spared.includes('wrong_amount') ? false : draw < 0.25 || (draw < 0.5 ? 'less' : false);
  const word = words[pick(random, words.length)];
  const paid: PayerPlan = { after_ms, end: 'success', wrong_amount };
  if (random() < 0.35 || word === undefined || spared.includes('late_success')) return paid;
  // The money moves before or after the end of the session, but before the end of the storm.
  const later_ms = random() < 0.5 ? pick(random, 4 * 60) * second_ms : (25 + pick(random, 20)) * minute_ms;
  return { after_ms, end: word, afterwards: { ...paid, after_ms: Math.max(1, later_ms) } };
}
