import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { erased } from '../../platform/input/spellings.ts';
import { type ApprovalRule, limitsOf } from './limits.ts';
import { sumUnapprovedPayouts } from './queries.ts';

/** The amounts to be paid out, in one currency. */
export interface Outgoing {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly currency: string;
  readonly payouts: readonly { readonly recipient_phone: string; readonly amount_minor: bigint }[];
}

/**
 * Returns whether payouts need a second person's approval. They do if their own amounts exceed a limit, or if they
 * do so together with the amounts paid out without a second person in the last 24 hours. The payouts of a file
 * count as one payout. The caller has locked the merchant's balance in the currency, so that concurrent payouts see
 * each other's amounts.
 */
export async function needsSecondPerson(
  tx: Connection,
  rule: ApprovalRule | undefined,
  outgoing: Outgoing,
): Promise<boolean> {
  const limits = limitsOf(rule);
  if (limits === null) return false;
  const recipients = new Map<string, bigint>();
  let total_minor = 0n;
  for (const { recipient_phone, amount_minor } of outgoing.payouts) {
    recipients.set(recipient_phone, (recipients.get(recipient_phone) ?? 0n) + amount_minor);
    total_minor += amount_minor;
  }
  if (total_minor > limits.single_minor) return true;
  // The recipients of erased payouts are unknown, so the total of erased payouts is added to the amount of each
  // recipient.
  const gone = await sumUnapprovedPayouts(tx, outgoing, [...recipients.keys(), erased]);
  if (gone.day_minor + total_minor > limits.day_minor) return true;
  const goneTo = (phone: string) => gone.recipients.get(phone) ?? 0n;
  return [...recipients].some(
    ([phone, amount_minor]) => goneTo(phone) + goneTo(erased) + amount_minor > limits.recipient_minor,
  );
}
