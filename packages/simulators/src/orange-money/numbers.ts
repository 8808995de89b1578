import type { PayerPlan } from '../contract.ts';

export type Variant = 'web-payment' | 'sonatel' | 'cameroon' | 'burkina';

/**
 * Orange publishes no test numbers: these are ours, by the last four digits. Any other number pays after a second.
 * `0009` waits for a decision on the control page.
 */
const numbers: Readonly<Record<string, Readonly<Record<Variant, string>>>> = {
  '0001': { 'web-payment': 'FAILED', sonatel: '2020', cameroon: '60019', burkina: '990422' },
  '0002': { 'web-payment': 'FAILED', sonatel: 'CANCELLED', cameroon: 'CANCELLED', burkina: 'OTPINV' },
  '0003': { 'web-payment': 'EXPIRED', sonatel: 'REJECTED', cameroon: 'EXPIRED', burkina: '08' },
};

/** One-time codes that are wrong; any other six digits are right for any amount. */
export const otps: ReadonlyMap<string, string> = new Map([
  ['000000', 'OTPINV'],
  ['000008', '08'],
]);

const soon_ms = 1_000;

export function planOf(variant: Variant, phone: string): PayerPlan {
  const last = phone.slice(-4);
  if (last === '0009') return { after_ms: null, end: 'success' };
  return { after_ms: soon_ms, end: numbers[last]?.[variant] ?? 'success' };
}
