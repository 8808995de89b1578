/** The price of a meal for two, in the major unit: an amount that looks right on the page. */
const usual: Readonly<Record<string, number>> = {
  ...{ BIF: 30_000, BWP: 100, CDF: 20_000, ETB: 500, GHS: 100, GMD: 500, GNF: 50_000, KES: 1_000 },
  ...{ LRD: 1_500, LSL: 150, MGA: 30_000, MWK: 15_000, MZN: 500, NGN: 10_000, RWF: 10_000, SLE: 200 },
  ...{ SSP: 5_000, SZL: 150, TZS: 20_000, UGX: 30_000, USD: 10, XAF: 5_000, XOF: 5_000, ZAR: 150 },
  ...{ ZMW: 200 },
};
const usual_elsewhere = 10;

/** The part of a usual price that an operator accepts even if its smallest amount is not known. */
const small_part = 50;

/** Returns a price that looks usual in a currency, in the major unit. */
export function usualAmount(currency: string): number {
  return usual[currency] ?? usual_elsewhere;
}

/** Returns a small amount of a currency, for an operator whose smallest amount is not known. */
export function smallAmount(currency: string): number {
  return Math.max(1, Math.floor(usualAmount(currency) / small_part));
}
