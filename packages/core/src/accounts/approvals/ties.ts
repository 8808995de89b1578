/** The first person gave the second one access, and so may be the person who uses the second account. */
export interface Tie {
  readonly sponsor_id: string;
  readonly user_id: string;
  /** The end of the tie; null until somebody else has confirmed the second person. */
  readonly until: Date | null;
}

/**
 * Determines whether two people may be the same person: one gave the other access, or a third person gave
 * access to both, directly or through others. Two people who both gave access to a third person are not tied
 * by that: otherwise either could tie the other.
 *
 * @returns the end of the tie; undefined if they are not tied
 */
export function tiedUntil(
  ties: readonly Tie[],
  one: string,
  other: string,
): { readonly until: Date | null } | undefined {
  const [sources, sources_of_other] = [sourcesOf(ties, one), sourcesOf(ties, other)];
  const ends = [...sources].map(([source, end]) => Math.min(end, sources_of_other.get(source) ?? never));
  const end = Math.max(...ends);
  if (end === never) return undefined;
  return { until: end === for_ever ? null : new Date(end) };
}

const never = Number.NEGATIVE_INFINITY;
const for_ever = Number.POSITIVE_INFINITY;

/**
 * Returns the person and everybody who gave the person access, directly or through others, each with the end
 * of the longest-lasting path of ties from there.
 */
function sourcesOf(ties: readonly Tie[], person: string): ReadonlyMap<string, number> {
  const ends = new Map([[person, for_ever]]);
  const reached = [person];
  for (const user_id of reached) {
    for (const tie of ties.filter((one) => one.user_id === user_id)) {
      const end = Math.min(ends.get(user_id) ?? never, tie.until?.getTime() ?? for_ever);
      if (end <= (ends.get(tie.sponsor_id) ?? never)) continue;
      ends.set(tie.sponsor_id, end);
      reached.push(tie.sponsor_id);
    }
  }
  return ends;
}
