import { attemptRules, type PostingKind, paymentRules, transfer_rules } from '@guichet/core/testing';
import { faultKinds } from '@guichet/simulators/contract';
import type pg from 'pg';
import { shopFaults } from './draw-shops.ts';
import { serviceFaults } from './plan.ts';

/**
 * The kinds of postings that occur in histories. There are no test funds and no recorded movements in
 * histories.
 */
const played_kinds: readonly PostingKind[] = [
  'collection',
  'duplicate',
  'collection_reversed',
  'duplicate_accepted',
  'duplicate_reversed',
  'duplicate_settled',
  'payout_reserved',
  'payout_paid',
  'payout_returned',
  'payout_paid_late',
  'payout_reversed',
  'refund_reserved',
  'refund_paid',
  'refund_returned',
  'refund_paid_late',
  'refund_reversed',
  'suspense_received',
  'suspense_accepted',
  'suspense_settled',
  'suspense_corrected',
];

/** The rows of state tables that never occur in histories, or occur too rarely to be required. */
const unplayed_rows: readonly string[] = [
  // A payment that expires while it is pending never had an attempt.
  'payment: expired, attempt_succeeded, success',
  'payment: expired, money_held, processing',
  // A provider that reverses money never undoes the reversal.
  'attempt: reversed, settled, success',
  'payout: reversed, settled, success',
  'refund: reversed, settled, success',
  // Few providers end a payment in their first response, and then hardly ever with a different amount.
  'attempt: created, held, held',
  // In histories, providers change a refusal only by paying after all, and never change an amount that has
  // arrived.
  'attempt: held, refused, failed',
  'payout: failed, reopened, processing',
  'refund: failed, reopened, processing',
  // These occur only with a restored database, which has no record of what was sent.
  'payout: pending, settled, success',
  'payout: pending, reversed, reversed',
  'refund: pending, settled, success',
  'refund: pending, refused, failed',
  'refund: pending, reversed, reversed',
  // These occur only if money is reversed before the service learns of the payment, which usually takes only
  // a moment.
  'attempt: created, reversed, reversed',
  'attempt: submitted, reversed, reversed',
  'attempt: unknown, reversed, reversed',
  'attempt: failed, reversed, reversed',
  'payout: processing, reversed, reversed',
  'payout: failed, reversed, reversed',
  // No provider in histories reports that a refund was returned.
  'refund: processing, reversed, reversed',
  'refund: failed, reversed, reversed',
];

const persons = [
  'approve',
  'refuse',
  'approve: unexpected money',
  'forge',
  'verify',
  'refund of a duplicate',
  'resolution: paid',
  'resolution: not_paid',
  'resolution: reversed',
  'resolution: settled',
  'resolution: accept',
  'resolution: refund_all',
  'resolution: refund_difference',
  'reversed: collect',
  'reversed: payout',
  'recovery: opened',
  'rotate',
  'revoke',
  'old key refused',
  'statement',
  'rotate_secret',
  'switch_off',
  'switch_on',
  'resend',
  'webhook: delivered',
  'webhook: failed',
  'webhook: 410',
  'webhook: away',
  'again: payout',
  'again: refund',
  'again: initialize',
];

type Rule = { readonly from: string; readonly event: string; readonly to: string };

const rowsOf = (noun: string, rules: readonly Rule[]): string[] =>
  rules.map(({ from, event, to }) => `${noun}: ${from}, ${event}, ${to}`);

/**
 * Everything that has to occur in a large run: rows of state tables, kinds of postings, faults, and people's
 * actions.
 */
const wanted: readonly string[] = [
  ...[
    ...rowsOf('payment', paymentRules),
    ...rowsOf('attempt', attemptRules),
    ...rowsOf('payout', transfer_rules),
    ...rowsOf('refund', transfer_rules),
  ].filter((row) => !unplayed_rows.includes(row)),
  ...played_kinds.map((kind) => `ledger: ${kind}`),
  ...[...serviceFaults, 'crash_loop', 'skew', 'loss', ...faultKinds].map((fault) => `fault: ${fault}`),
  ...shopFaults.map((fault) => `webhook: ${fault}`),
  ...persons,
  'waits for a lock',
];

/**
 * The minimum number of times that each item has to occur in a nightly run. For a shorter run, the minimum is
 * reduced in proportion.
 */
const floor = { times: 20, histories: 20_000 };
/** In fewer histories, rare items may be missing by chance. */
const large = 4_000;

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
    ) as played group by what order by what`,
    values: [merchant_id],
  });
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

/**
 * Lists the items that occurred less often than the floor for the number of histories; none for few
 * histories.
 */
export function findUncovered(counts: Readonly<Record<string, number>>, histories: number): string[] {
  if (histories < large) return [];
  const least = Math.floor((floor.times * histories) / floor.histories);
  return wanted
    .filter((what) => (counts[what] ?? 0) < least)
    .map((what) => `${what}: ${counts[what] ?? 0} times`);
}

/** Reports in one line how many of the items have occurred, and which have not. */
export function tellCoverage(counts: Readonly<Record<string, number>>): string {
  const missing = wanted.filter((what) => (counts[what] ?? 0) === 0);
  const seen = wanted.length - missing.length;
  return `coverage: ${seen} of ${wanted.length}${missing.length > 0 ? `; not played: ${missing.join('; ')}` : ''}`;
}

/** Adds the counts of histories. */
export function addCounts(into: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [what, count] of Object.entries(counts)) into[what] = (into[what] ?? 0) + count;
}
