import type { Resolution } from './queries.ts';

/** A change of status that somebody may have decided. */
interface Decidable {
  readonly event: string;
  readonly via?: string;
}

/** The change that a verdict makes; null where it makes none. */
const makes: Readonly<Record<Resolution['verdict'], string | null>> = {
  paid: 'settled',
  not_paid: 'refused',
  settled: null,
};

/**
 * Puts what people decided before the changes that followed from it. What changed nothing comes last: its time says
 * where it belongs.
 *
 * @param changes in the order in which they were made
 * @param resolutions oldest first
 * @param idOf the try, refund or payout that a change is of
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
 * Where each moment of a story stands among the others, from 0: by time, and what has the same time as it is told.
 *
 * @param story causes before what followed from them
 */
export function positionsOf<Moment extends { readonly created_at: Date }>(
  story: readonly Moment[],
): (moment: Moment) => number {
  const sorted = story.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime());
  const positions = new Map(sorted.map((moment, position) => [moment, position]));
  return (moment) => {
    const position = positions.get(moment);
    if (position === undefined) throw new Error('a moment is not of this story');
    return position;
  };
}
