import type { Resolution } from './queries.ts';

/** A change of status that may follow from a resolution. */
interface Decidable {
  readonly event: string;
  readonly via?: string;
}

/** The event that a verdict causes; null if none. */
const makes: Readonly<Record<Resolution['verdict'], string | null>> = {
  paid: 'settled',
  not_paid: 'refused',
  reversed: 'reversed',
  settled: null,
  accept: 'settled',
  refund_difference: 'settled',
  refund_all: null,
};

/**
 * Places resolutions before the changes that followed from them. Resolutions that changed nothing are appended, for
 * {@link positionsOf} to order by time.
 *
 * @param changes in chronological order
 * @param resolutions oldest first
 * @param idOf the attempt, refund or payout of a change
 */
export function placeResolutions<Change extends Decidable>(
  changes: readonly Change[],
  resolutions: readonly Resolution[],
  idOf: (change: Change) => string,
): (Change | Resolution)[] {
  const left = [...resolutions];
  const placed = changes.flatMap((change): (Change | Resolution)[] => {
    if (change.via !== 'person') return [change];
    const index = left.findIndex(
      ({ object_id, verdict }) => object_id === idOf(change) && makes[verdict] === change.event,
    );
    return index < 0 ? [change] : [...left.splice(index, 1), change];
  });
  return [...placed, ...left];
}

/**
 * Numbers the moments of a timeline from 0: by time, and for equal times in the given order.
 *
 * @param story causes before effects
 */
export function positionsOf<Moment extends { readonly created_at: Date }>(
  story: readonly Moment[],
): (moment: Moment) => number {
  const sorted = story.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime());
  const positions = new Map(sorted.map((moment, position) => [moment, position]));
  return (moment) => {
    const position = positions.get(moment);
    if (position === undefined) throw new Error('a moment is not part of this story');
    return position;
  };
}
