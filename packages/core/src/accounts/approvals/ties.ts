/** Two people of whom one let the other in. */
export interface Tie {
  readonly one: string;
  readonly other: string;
  /** When it ends; null while nobody else has confirmed the one who was let in. */
  readonly until: Date | null;
}

/**
 * Whether two people may be one and the same: A invites B, B invites C, and then A, B and C may all be A. Whoever is
 * tied to the same person is tied to each other.
 *
 * @returns until when, undefined when they are not tied
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
  // The longest first: the tie that joins the two is the first one of all the ways between them to end.
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
