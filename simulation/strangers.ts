import type { Transaction } from '@guichet/simulators/contract';
import type { Pair } from './pair.ts';
import type { Row } from './rows.ts';
import type { SimulatedProvider } from './simulated-provider.ts';
import type { LostRow, Stage } from './stage.ts';

/**
 * Checks the transactions in a provider's books that belong to no row. After a loss of the database these are
 * allowed, but counted, if nobody repeated the request, or if a customer confirmed a second payment, because
 * the service cannot know of them. The money of a payout or a refund that was repeated with its key must not
 * have moved twice, if the provider accepts a key.
 */
export function strangerBreaches(
  stage: Stage,
  { pairs, strangers }: { readonly pairs: readonly Pair[]; readonly strangers: readonly Transaction[] },
): string[] {
  return strangers.flatMap((one) => {
    const is = `${one.direction} ${one.reference} is in nobody's rows but in the books`;
    const lost = stage.lost.find(({ row }) => isOf(stage, one, row));
    if (!lost) return [is];
    const again = pairs.filter(({ row, truth }) => truth?.status === 'success' && isRepeat(stage, row, lost));
    if (one.status !== 'success' || again.length === 0) {
      stage.count(`lost, and not known any more: ${one.direction}`);
      return [];
    }
    const isAllowed = one.direction === 'collect' || again.every(isKeyless);
    if (!isAllowed) return [`${is}, and it was paid again as ${again.map(({ row }) => row.id).join(', ')}`];
    stage.count(`paid before a loss and after it: ${one.direction}`);
    return [];
  });
}

/**
 * Whether a transaction belongs to a row. At a provider without idempotency keys, this includes transactions
 * made by repetitions of the row's request.
 */
function isOf(stage: Stage, one: Transaction, row: Row): boolean {
  const simulated = simulatedOf(stage, row);
  if (!simulated || row.books_direction !== one.direction) return false;
  return simulated.isOf(one, row) || (isRepeatable(simulated, row) && simulated.isOf(firstOf(one), row));
}

function simulatedOf({ account_ids, plan }: Stage, { account_id }: Row): SimulatedProvider | undefined {
  return plan.providers[account_ids.indexOf(account_id ?? '')]?.simulated;
}

const isRepeatable = ({ keyless }: SimulatedProvider, { direction, books_direction }: Row): boolean =>
  keyless.includes(direction) || keyless.includes(books_direction);

const isKeyless = ({ simulated, row }: Pair): boolean => isRepeatable(simulated, row);

/** Simulators distinguish transactions with the same reference by a suffix, which is removed here. */
const firstOf = (one: Transaction): Transaction => ({
  ...one,
  reference: one.reference.replace(/[~#].*$/, ''),
});

/**
 * True for a row that was created by the same request as a lost row, and for the lost row itself, which may
 * merely no longer be marked as sent.
 */
function isRepeat({ acknowledged }: Stage, row: Row, { row: lost, key }: LostRow): boolean {
  if (row.id === lost.id) return true;
  if (key === null || row.direction !== lost.direction) return false;
  const made_as = row.direction === 'collect' ? row.payment_id : row.id;
  return acknowledged.some((one) => one.id === made_as && one.key === key);
}

/** True if a lost row had the same reference. A provider may then report the money of the lost row. */
export function wasSentBefore({ lost }: Stage, { reference }: Row): boolean {
  return lost.some(({ row }) => row.reference === reference);
}

/**
 * Returns the transactions that belong to a row, among those with its reference. A transaction from before a
 * loss does not belong to the row if a repeated request makes a second transaction, or if the provider cannot
 * be asked about a request whose response was lost.
 */
export function ownOf(
  stage: Stage,
  row: Row,
  { named, all }: { readonly named: readonly Transaction[]; readonly all: readonly Transaction[] },
): readonly Transaction[] {
  const simulated = simulatedOf(stage, row);
  const before = stage.lost.find((one) => one.row.reference === row.reference);
  if (!simulated || !before) return named;
  const { cannot_ask_without_answer } = simulated;
  if (!isRepeatable(simulated, row) && !cannot_ask_without_answer) return named;
  const several = all.filter((one) => isOf(stage, one, row));
  const known = several.filter(({ provider_reference }) => provider_reference === row.provider_reference);
  if (known.length > 0) return known;
  const since = several.filter(({ created_at }) => created_at >= before.lost_at);
  // If the success of the row was reported by our reference, the transaction is from before the loss. The row may
  // have been reversed since.
  const wasPaid = row.status === 'success' || row.status === 'reversed';
  const wasReported = wasPaid && !isRepeatable(simulated, row);
  if (since.length > 0 || (cannot_ask_without_answer && !wasReported)) return since;
  const paid = several.filter(({ status }) => status === 'success');
  return paid.length > 0 ? paid : several.slice(-1);
}
