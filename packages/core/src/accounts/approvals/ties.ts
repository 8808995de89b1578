/** Two people, one of whom invited the other, so that they may be the same person. */
export interface Tie {
  readonly one: string;
  readonly other: string;
  /** The end of the tie; null until a different person has confirmed the invited person. */
  readonly until: Date | null;
}

/** An approver whom nobody other than their inviter, `proposed_by`, has confirmed. */
export interface Unconfirmed {
  readonly user_id: string;
  readonly proposed_by: string;
  /** Whether the approver can still be confirmed, or was refused. */
  readonly is_open: boolean;
  readonly is_member: boolean;
}

/** Somebody who has left, and a person who has had the same e-mail address, and who is taken for the same person. */
export interface Return {
  readonly former_id: string;
  readonly user_id: string;
}

/**
 * Returns the ties of unconfirmed approvers to their inviters. Somebody who has left counts only if the proposal is
 * theirs, or if they invited somebody who counts: they tie those people to their own inviter. Otherwise two people
 * who both gave them access would be tied for ever, because nobody can confirm somebody who has left. Somebody who
 * has returned is tied to the people whom they invited before they left.
 *
 * @param wanted_by the author of the proposal to be approved
 */
export function lastingTies(
  {
    unconfirmed,
    returns,
  }: { readonly unconfirmed: readonly Unconfirmed[]; readonly returns: readonly Return[] },
  wanted_by: string,
): Tie[] {
  const people = new Set([wanted_by]);
  const counted = new Set<Unconfirmed>();
  for (let found = unconfirmed; found.length > 0; ) {
    found = unconfirmed.filter((one) => !counted.has(one) && (one.is_member || people.has(one.user_id)));
    for (const one of found) {
      counted.add(one);
      people.add(one.proposed_by);
    }
  }
  const returned = returns.filter(({ former_id }) => people.has(former_id));
  return [
    ...[...counted].map(({ user_id, proposed_by }) => ({ one: proposed_by, other: user_id, until: null })),
    ...returned.map(({ former_id, user_id }) => ({ one: former_id, other: user_id, until: null })),
  ];
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
