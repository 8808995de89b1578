import { needsSecondPerson } from '../../../accounts/approvals/judge.ts';
import type { ApprovalRule } from '../../../accounts/approvals/limits.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type { BatchLine } from './queries.ts';

/**
 * Whether a file takes a second person: where one of its currencies does, all of it waits. What is asked for in one
 * currency counts together, as a large payout does not become small by being cut into lines.
 *
 * @param rules by currency
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
