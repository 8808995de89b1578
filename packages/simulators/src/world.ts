import { type CallbackCall, type FaultKind, faultKinds, type PayerPlan, type World } from './contract.ts';
import { makeRandom } from './random.ts';

/** The time of a simulator: real, or moved by a test. */
export interface Timeline {
  now(): Date;
  after(delay_ms: number, run: () => void): void;
}

/** A fault that strikes once, at the next request or callback that matches. */
export interface NextFault {
  readonly kind: FaultKind;
  /** Only where the place (the path of the request) contains this text. */
  readonly place?: string;
}

/** The rate of each fault, from 0 to 1. */
export type FaultRates = Partial<Record<FaultKind, number>>;

/** A world whose faults, plans and settings can be changed from outside. */
export interface ControlledWorld extends World {
  readonly faults: { next: NextFault[]; rates: FaultRates };
  /** By number, as the client sends it. */
  readonly plans: Map<string, PayerPlan>;
  /** The settings of the merchant in the provider's dashboard. */
  readonly dashboard: { callback_url: string | null };
}

/** The delay of a callback that later ones overtake, and the delay of the second copy of a duplicated callback. */
const overtaken_ms = 5_000;
const copy_ms = 700;
const skew_ms = 4 * 60_000;

/**
 * Makes the environment of a simulator.
 *
 * @param options.deliver sends a callback; the provider ignores the result
 * @param options.onFault called for each fault that occurs
 */
export function makeWorld(options: {
  readonly timeline: Timeline;
  readonly seed: number;
  readonly deliver: (call: CallbackCall) => void;
  readonly onFault?: (kind: FaultKind) => void;
}): ControlledWorld {
  const { timeline, deliver, onFault } = options;
  const random = makeRandom(options.seed);
  const faults: ControlledWorld['faults'] = { next: [], rates: {} };
  const plans = new Map<string, PayerPlan>();
  const dashboard: ControlledWorld['dashboard'] = { callback_url: null };

  const strikes = (kind: FaultKind, place = ''): boolean => {
    // A wrong clock is wrong everywhere.
    const fits = (next: NextFault): boolean => kind === 'clock_skew' || place.includes(next.place ?? '');
    const index = faults.next.findIndex((next) => next.kind === kind && fits(next));
    if (index >= 0) faults.next.splice(index, 1);
    const rate = faults.rates[kind] ?? 0;
    const has_struck = index >= 0 || (rate > 0 && random() < rate);
    if (has_struck) onFault?.(kind);
    return has_struck;
  };
  // Drawn once: a wrong clock stays wrong.
  let skewed: boolean | null = null;
  const isSkewed = (): boolean => {
    if (skewed === null && (faults.rates.clock_skew !== undefined || faults.next.length > 0)) {
      if (strikes('clock_skew')) skewed = true;
      else if (faults.rates.clock_skew !== undefined) skewed = false;
    }
    return skewed === true;
  };

  return {
    faults,
    plans,
    dashboard,
    random,
    strikes,
    now: () => (isSkewed() ? new Date(timeline.now().getTime() + skew_ms) : timeline.now()),
    after: timeline.after,
    planOf: (phone) => plans.get(phone),
    callbackUrl: () => dashboard.callback_url,
    callBack: (call) => {
      if (strikes('no_callback', call.url)) return;
      const isCopied = strikes('duplicate_callback', call.url);
      if (strikes('reorder_callback', call.url)) timeline.after(overtaken_ms, () => deliver(call));
      else deliver(call);
      if (isCopied) timeline.after(copy_ms, () => deliver(call));
    },
  };
}

/** True for a word that {@link faultKinds} contains. */
export function isFaultKind(word: string): word is FaultKind {
  return faultKinds.some((kind) => kind === word);
}
