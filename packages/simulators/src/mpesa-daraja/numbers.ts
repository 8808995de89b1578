import type { PayerPlan } from '../contract.ts';

/**
 * Safaricom documents no numbers with a certain end. These are the simulator's own, by the last two digits. Any other
 * number waits for a person, and is not reached after a minute.
 */
export const payersBySuffix: Readonly<Record<string, PayerPlan>> = {
  '00': { after_ms: 2_000, end: 'success' },
  '01': { after_ms: 2_000, end: '1' },
  '02': { after_ms: 2_000, end: '1032' },
  '03': { after_ms: 60_000, end: '1037' },
  '04': { after_ms: 1_000, end: '1001' },
  '05': { after_ms: 2_000, end: '2001' },
  '06': { after_ms: 2_000, end: '1019' },
  '07': { after_ms: 1_000, end: '9999' },
  // Not reached, and paid all the same.
  '08': { after_ms: 60_000, end: '1037', afterwards: { after_ms: 40_000, end: 'success' } },
};

export const recipientsBySuffix: Readonly<Record<string, PayerPlan>> = {
  '06': { after_ms: 2_000, end: '2040' },
  '07': { after_ms: 2_000, end: '1' },
};

export function payerOf(phone: string): PayerPlan {
  return payersBySuffix[phone.slice(-2)] ?? { after_ms: null, end: 'success' };
}

export function recipientOf(phone: string): PayerPlan {
  return recipientsBySuffix[phone.slice(-2)] ?? { after_ms: 2_000, end: 'success' };
}

const descriptions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '0': 'The service request is processed successfully.',
    '1': 'The balance is insufficient for the transaction.',
    '17': 'Rule limited.',
    '26': 'System busy.',
    '1001': 'Unable to lock subscriber, a transaction is already in process for the current subscriber.',
    '1019': 'Transaction has expired.',
    '1032': 'Request cancelled by user.',
    '1037': 'DS timeout user cannot be reached.',
    '2001': 'The initiator information is invalid.',
  }),
);

/** What Daraja says beside a code. */
export function describe(code: string): string {
  return descriptions.get(code) ?? 'Failed';
}
