import type { PayerPlan } from '../contract.ts';

/** The default plan of a payer, who opens the link and decides there. */
const decides: PayerPlan = { after_ms: null, end: 'success' };

/**
 * Wave documents no test numbers. These are the simulator's own, by the last two digits of the number that the session
 * is restricted to, or that a payout goes to.
 */
const payersBySuffix: Readonly<Record<string, PayerPlan>> = {
  '00': { after_ms: 2_000, end: 'success' },
  '01': { after_ms: 2_000, end: 'insufficient-funds', afterwards: { after_ms: 10_000, end: 'success' } },
  '02': { after_ms: 2_000, end: 'payer-mobile-mismatch' },
  '03': { after_ms: 2_000, end: 'cancelled' },
  '04': { after_ms: null, end: 'success' },
};

/** The plans of recipients of payouts, whose wallets are credited immediately. */
const recipientsBySuffix: Readonly<Record<string, PayerPlan>> = {
  '05': { after_ms: 3_000, end: 'success' },
  '06': { after_ms: 2_000, end: 'recipient-account-blocked' },
  '07': { after_ms: 2_000, end: 'recipient-limit-exceeded' },
};

export function payerOf(phone: string): PayerPlan {
  return payersBySuffix[phone.slice(-2)] ?? decides;
}

export function recipientOf(phone: string): PayerPlan {
  return recipientsBySuffix[phone.slice(-2)] ?? { after_ms: 0, end: 'success' };
}
