import { attemptRules, type PostingKind, paymentRules, transfer_rules } from '@guichet/core/testing';
import { faultKinds } from '@guichet/simulators/contract';
import type pg from 'pg';
import { serviceFaults } from './plan.ts';

/**
 * Kinds of postings that histories play: no play money, no recorded movements, nothing that is moved back or reported
 * anew.
 */
const played_kinds: readonly PostingKind[] = [
  'collection',
  'duplicate',
  'payout_reserved',
  'payout_paid',
  'payout_returned',
  'payout_paid_late',
  'refund_reserved',
  'refund_paid',
  'refund_returned',
  'refund_paid_late',
  'suspense_received',
  'suspense_accepted',
];

const unplayed_rows: readonly string[] = [
  // Providers of histories stand by what they have reported.
  'attempt: held, refused, failed',
  // These occur only with a restored database, which does not know what was sent.
  'payout: pending, settled, success',
  'refund: pending, settled, success',
  'refund: pending, refused, failed',
];

/** Providers of histories do not move money back after a success. */
const isUnplayed = (row: string): boolean => unplayed_rows.includes(row) || row.includes('reversed');

const persons = [
  'approve',
  'refuse',
  'forge',
  'verify',
  'refund of a duplicate',
  'resolution: paid',
  'resolution: not_paid',
  'again: payout',
  'again: refund',
  'again: initialize',
];

type Rule = { readonly from: string; readonly event: string; readonly to: string };

const rowsOf = (noun: string, rules: readonly Rule[]): string[] =>
  rules.map(({ from, event, to }) => `${noun}: ${from}, ${event}, ${to}`);

/** Everything that a large run has to play: rows of state tables, kinds of postings, faults, and what people do. */
const wanted: readonly string[] = [
  ...[
    ...rowsOf('payment', paymentRules),
    ...rowsOf('attempt', attemptRules),
    ...rowsOf('payout', transfer_rules),
    ...rowsOf('refund', transfer_rules),
  ].filter((row) => !isUnplayed(row)),
  ...played_kinds.map((kind) => `ledger: ${kind}`),
  ...[...serviceFaults, 'crash_loop', 'skew', ...faultKinds].map((fault) => `fault: ${fault}`),
  ...persons,
  'waits for a lock',
];

/** The least number of times that a large run has to play each. */
const floor = 20;
/** From so many histories on a run has to reach the floor. */
const large = 5_000;

/** Counts the transitions and postings of a merchant. */
export async function countCovered(pool: pg.Pool, merchant_id: string): Promise<Record<string, number>> {
  const changes = (['payment', 'attempt', 'payout', 'refund'] as const).map(
    (noun) => `select '${noun}: ' || from_status || ', ' || event || ', ' || to_status as what
      from ${noun}_transitions where merchant_id = $1`,
  );
  const { rows } = await pool.query<{ what: string; count: number }>({
    name: 'history_coverage',
    text: `select what, count(*)::int as count from (
      ${changes.join(' union all ')}
      union all select 'ledger: ' || kind from ledger_transactions where merchant_id = $1
    ) as played group by what`,
    values: [merchant_id],
  });
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

/** Lists what was played less often than the floor, for so many histories. */
export function findUncovered(counts: Readonly<Record<string, number>>, histories: number): string[] {
  if (histories < large) return [];
  return wanted
    .filter((what) => (counts[what] ?? 0) < floor)
    .map((what) => `${what}: ${counts[what] ?? 0} times`);
}

/** Reports how much was played, in one line. */
export function tellCoverage(counts: Readonly<Record<string, number>>): string {
  const missing = wanted.filter((what) => (counts[what] ?? 0) === 0);
  const seen = wanted.length - missing.length;
  return `coverage: ${seen} of ${wanted.length}${missing.length > 0 ? `; not played: ${missing.join('; ')}` : ''}`;
}

/** Adds up what histories have counted. */
export function addCounts(into: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [what, count] of Object.entries(counts)) into[what] = (into[what] ?? 0) + count;
}
