import type { PayerPlan } from '../contract.ts';

/**
 * Airtel hands out test numbers by country and publishes none. These are our own: the last digit of a number
 * selects the payer's plan. A failure is given as the last three digits of Airtel's code.
 */
const last_digits: Readonly<Record<string, PayerPlan>> = {
  '0': { after_ms: 5_000, end: 'success' },
  '1': { after_ms: 5_000, end: 'success' },
  '2': { after_ms: 5_000, end: '002' },
  '3': { after_ms: 5_000, end: '003' },
  '4': { after_ms: null, end: 'success' },
  '5': { after_ms: 5_000, end: 'success' },
  '6': { after_ms: 60_000, end: '029' },
  '7': { after_ms: 5_000, end: '007' },
  '8': { after_ms: 5_000, end: '008' },
  '9': { after_ms: 20_000, end: 'success' },
};

/** Last digit of the numbers whose transactions stay `TA` until they end. */
export const ambiguous_digit = '5';
/** Last digit of the numbers for whose collections the first two inquiries get "timed out". */
export const hesitant_digit = '9';

export function planFor(msisdn: string): PayerPlan {
  return last_digits[msisdn.slice(-1)] ?? { after_ms: 5_000, end: 'success' };
}
