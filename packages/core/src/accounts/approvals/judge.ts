import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { erased } from '../../platform/input/spellings.ts';
import { type ApprovalRule, limitsOf } from './limits.ts';
import { sumLonePayouts } from './queries.ts';

/** What is about to be paid out, in one currency. */
export interface Outgoing {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly currency: string;
  readonly payouts: readonly { readonly recipient_phone: string; readonly amount_minor: bigint }[];
}

/**
 * Whether payouts take a second person: by themselves, or with what has gone out on one person's word within 24 hours.
 * Several payouts, those of a file, count as one. The caller holds the merchant's balance in the currency, so that of
 * many at once each one sees those before it.
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
  // Whom money went to that were erased since, nobody knows any more: it counts as each one's.
  const gone = await sumLonePayouts(tx, outgoing, [...recipients.keys(), erased]);
  if (gone.day_minor + total_minor > limits.day_minor) return true;
  const goneTo = (phone: string) => gone.recipients.get(phone) ?? 0n;
  return [...recipients].some(
    ([phone, amount_minor]) => goneTo(phone) + goneTo(erased) + amount_minor > limits.recipient_minor,
  );
}
