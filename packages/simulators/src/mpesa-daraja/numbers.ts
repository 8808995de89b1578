import b2c from '../../contracts/mpesa-daraja/b2c.json' with { type: 'json' };
import reversal from '../../contracts/mpesa-daraja/reversal.json' with { type: 'json' };
import stk from '../../contracts/mpesa-daraja/stk-push.json' with { type: 'json' };
import type { PayerPlan } from '../contract.ts';

/**
 * Safaricom documents no numbers with a fixed outcome. These are the simulator's own, by the last two digits. Any
 * other number waits for a person to decide; after a minute without a decision, its payment fails as not reached.
 */
const payersBySuffix: Readonly<Record<string, PayerPlan>> = {
  '00': { after_ms: 2_000, end: 'success' },
  '01': { after_ms: 2_000, end: '1' },
  '02': { after_ms: 2_000, end: '1032' },
  '03': { after_ms: 60_000, end: '1037' },
  '04': { after_ms: 1_000, end: '1001' },
  '05': { after_ms: 2_000, end: '2001' },
  '06': { after_ms: 2_000, end: '1019' },
  '07': { after_ms: 1_000, end: '9999' },
  // Not reached, but paid anyway.
  '08': { after_ms: 60_000, end: '1037', afterwards: { after_ms: 40_000, end: 'success' } },
};

const recipientsBySuffix: Readonly<Record<string, PayerPlan>> = {
  '06': { after_ms: 2_000, end: '2040' },
  '07': { after_ms: 2_000, end: '1' },
};

export function payerOf(phone: string): PayerPlan {
  return payersBySuffix[phone.slice(-2)] ?? { after_ms: null, end: 'success' };
}

export function recipientOf(phone: string): PayerPlan {
  return recipientsBySuffix[phone.slice(-2)] ?? { after_ms: 2_000, end: 'success' };
}

/** The codes that real clients have seen in addition to those that Safaricom lists. */
const unlisted = { '26': 'System busy.', '1001': 'Unable to lock subscriber.', '9999': 'Failed' };

const descriptions: ReadonlyMap<string, string> = new Map([
  ...Object.entries(unlisted),
  ...[...reversal.result_codes, ...b2c.result_codes, ...stk.result_codes].map(
    ({ code, description }): [string, string] => [code, description],
  ),
]);

/** Returns the description that Daraja puts next to a code. */
export function describe(code: string): string {
  return descriptions.get(code) ?? 'Failed';
}
