import { isId, lowestIdAt, timeOfId } from '@guichet/kernel/ids';
import type { Context } from '../platform/context.ts';
import { mayHaveLost } from '../platform/recovery/queries.ts';
import { findEvent, findLastPlace, findPlaceFrom, type Owner, type Place } from './queries.ts';

/**
 * A reader of a lost event continues this long before the time of that event. Everything that it has not read was
 * written about that time or later: events of transactions that ended when the lost one did, and those after the
 * restore. The difference covers clocks that disagree, which are allowed 5 seconds.
 */
const margin_ms = 60 * 60_000;

/** The place at which a reader continues: after an event, or, if its id is null, at the beginning. */
interface Start {
  readonly id: string | null;
  readonly position: bigint;
}

const beginning: Start = { id: null, position: 0n };

/**
 * Finds where a reader continues if the database, in a restore or a fail-over, has lost the last event that the
 * reader has read. Its position has been assigned again, so only the time in its id tells where it was. The reader
 * misses no event, but gets those of up to an hour before the lost one again.
 *
 * An unknown id outside the periods that recoveries have lost is a mistake, such as one of another installation:
 * continuing there could skip events.
 *
 * @returns undefined when no event with this id can have been lost
 */
export async function resumeAfterLoss(
  { db }: Pick<Context, 'db'>,
  owner: Owner,
  id: string,
): Promise<Start | undefined> {
  if (!isId('event', id)) return undefined;
  const made_at = timeOfId(id);
  if (!(await mayHaveLost(db, made_at, margin_ms))) return undefined;
  // An event of the other mode was not lost.
  if (await findEvent(db, owner.merchant_id, id)) return undefined;
  const first_id = lowestIdAt('event', new Date(made_at.getTime() - margin_ms));
  const last = await findLastPlace(db, owner);
  if (!last) return beginning;
  if (last.id < first_id) return last;
  return findLastBefore(first_id, last.position, (position) => findPlaceFrom(db, owner, position));
}

/**
 * Finds the last event whose id is lower than the given one, by bisecting the positions up to that of a higher id:
 * no index has the events of a merchant by id, and a feed may have millions. Ids and positions have nearly the same
 * order; where they differ, the result may be a neighbour.
 */
async function findLastBefore(
  id: string,
  up_to: bigint,
  findFrom: (position: bigint) => Promise<Place | undefined>,
): Promise<Start> {
  let low = beginning;
  let high = up_to;
  while (high - low.position > 1n) {
    const middle = (low.position + high) / 2n;
    const place = await findFrom(middle);
    if (place && place.position < high && place.id < id) low = place;
    else high = middle;
  }
  return low;
}
