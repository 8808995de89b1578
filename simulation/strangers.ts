import type { Transaction } from '@guichet/simulators/contract';
import type { Pair } from './pair.ts';
import type { Row } from './rows.ts';
import type { SimulatedProvider } from './simulated-provider.ts';
import type { LostRow, Stage } from './stage.ts';

/**
 * Judges transactions that no row has. After a loss of the database there are those that nobody has asked for again, and
 * customers who have confirmed another payment: counted, since the service cannot know of them. A payout or a refund
 * that was asked for again with its key must not move its money again.
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

/** Whether a transaction is one of a row's; where a repeated request is a second one, whether it is of either. */
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

/** Simulators tell transactions of one reference apart by what they append. */
const firstOf = (one: Transaction): Transaction => ({
  ...one,
  reference: one.reference.replace(/[~#].*$/, ''),
});

/** True for a row that was made by the same request as one that is lost, or that was sent and does not know it. */
function isRepeat({ acknowledged }: Stage, row: Row, { row: lost, key }: LostRow): boolean {
  if (row.id === lost.id) return true;
  if (key === null || row.direction !== lost.direction) return false;
  const made_as = row.direction === 'collect' ? row.payment_id : row.id;
  return acknowledged.some((one) => one.id === made_as && one.key === key);
}

/** True for a row that has the reference of one that is lost: it may be about what that one has moved. */
export function wasSentBefore({ lost }: Stage, { reference }: Row): boolean {
  return lost.some(({ row }) => row.reference === reference);
}

/**
 * The transactions of a row among those of its reference. After a loss one that was made before it is not the row's own
 * where a repeated request is a second one, or where the provider cannot be asked about it without its answer.
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
  // A success heard of by our reference is about what was made before the loss.
  const isHeardOf = row.status === 'success' && !isRepeatable(simulated, row);
  if (since.length > 0 || (cannot_ask_without_answer && !isHeardOf)) return since;
  const paid = several.filter(({ status }) => status === 'success');
  return paid.length > 0 ? paid : several.slice(-1);
}
