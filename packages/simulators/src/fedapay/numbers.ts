import type { PayerPlan } from '../contract.ts';

/** Mode of the sandbox: FedaPay no longer has test servers for single operators. */
const test_mode = 'momo_test';

/** Modes of operators that accept a push without FedaPay's page. */
export const push_modes: readonly string[] = [
  test_mode,
  'mtn_open',
  'moov',
  'sbin',
  'moov_tg',
  'togocel',
  'mtn_ci',
  'mtn_open_ci',
  'mtn_ecw',
  'wave_direct_ci',
  'mtn_open_gn',
  'airtel_ne',
  'free_sn',
];

export const payout_modes: readonly string[] = [...push_modes, 'mtn'];

/** FedaPay's documented test numbers: these pay, all others are declined. With or without Benin's 01 in front. */
const paying_numbers: readonly string[] = ['64000001', '66000001'];

/** Our own numbers, for people trying out the service, by their last two digits. */
const ours: Readonly<Record<string, PayerPlan>> = {
  '00': { after_ms: 4_000, end: 'success' },
  '02': { after_ms: 4_000, end: 'INSUFFICIENT_FUND_ERROR' },
  '03': { after_ms: 4_000, end: 'canceled' },
  '04': { after_ms: 60_000, end: 'expired' },
  '09': { after_ms: null, end: 'success' },
};

/** The plan of the holder of a number. */
export function planFor(number: string): PayerPlan {
  if (paying_numbers.some((paying) => number.endsWith(paying))) return { after_ms: 3_000, end: 'success' };
  return ours[number.slice(-2)] ?? { after_ms: 3_000, end: 'declined' };
}
