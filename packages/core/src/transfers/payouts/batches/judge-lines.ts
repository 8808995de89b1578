import { needsSecondPerson } from '../../../accounts/approvals/judge.ts';
import type { ApprovalRule } from '../../../accounts/approvals/limits.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type { BatchLine } from './queries.ts';

/**
 * Whether a file requires a second person's approval. If one of its currencies does, the whole file waits. The
 * lines of one currency count together, so that a large payout cannot be split into small ones.
 *
 * @param rules the merchant's rules, by currency
 */
export async function linesNeedApproval(
  db: Connection,
  { merchant_id, mode, lines }: { merchant_id: string; mode: Mode; lines: readonly BatchLine[] },
  rules: ReadonlyMap<string, ApprovalRule | undefined>,
): Promise<boolean> {
  for (const [currency, payouts] of Map.groupBy(lines, (line) => line.currency)) {
    const outgoing = { merchant_id, mode, currency, payouts };
    if (await needsSecondPerson(db, rules.get(currency), outgoing)) return true;
  }
  return false;
}
