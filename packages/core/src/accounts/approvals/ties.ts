/** Two people, one of whom invited the other, so that they may be the same person. */
export interface Tie {
  readonly one: string;
  readonly other: string;
  /** The end of the tie; null until a different person has confirmed the invited person. */
  readonly until: Date | null;
}

/**
 * Returns whether two people may be the same person: if A invites B and B invites C, then A, B and C may all be A.
 * Two people tied to a third are tied to each other.
 *
 * @returns the end of the tie; undefined if they are not tied
 */
export function tiedUntil(
  ties: readonly Tie[],
  one: string,
  other: string,
): { readonly until: Date | null } | undefined {
  const group_of = new Map<string, string>();
  const groupOf = (person: string): string => {
    const next = group_of.get(person);
    return next === undefined ? person : groupOf(next);
  };
  // Adds the ties from the longest to the shortest: the tie that first connects the two people is then the first to
  // end on the longest-lasting path between them.
  const longest_first = ties.toSorted((a, b) => endOf(b) - endOf(a));
  for (const tie of longest_first) {
    const [a, b] = [groupOf(tie.one), groupOf(tie.other)];
    if (a !== b) group_of.set(a, b);
    if (groupOf(one) === groupOf(other)) return { until: tie.until };
  }
  return undefined;
}

function endOf({ until }: Tie): number {
  return until?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
