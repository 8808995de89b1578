/** A subject for which a place is claimed, and the maximum number of places it may have; 0 for no limit. */
export interface Claim {
  readonly subject: string;
  readonly max: number;
}

/** Counts concurrent work per subject. Subjects without any are forgotten. */
export interface Places {
  /**
   * Takes one place for each subject, or none at all.
   *
   * @returns a function that frees the places, and does nothing if called again; or the claim whose limit is
   * reached, if there is one
   */
  take(claims: readonly Claim[]): (() => void) | Claim;
  /** The number of places that a subject has taken. */
  taken(subject: string): number;
  /** The number of subjects that have taken places. */
  readonly subjects: number;
}

export function makePlaces(): Places {
  const counts = new Map<string, number>();
  const taken = (subject: string): number => counts.get(subject) ?? 0;
  const change = (subject: string, by: 1 | -1): void => {
    const left = taken(subject) + by;
    if (left > 0) counts.set(subject, left);
    else counts.delete(subject);
  };
  return {
    take: (claims) => {
      const full = claims.find(({ subject, max }) => max > 0 && taken(subject) >= max);
      if (full) return full;
      for (const { subject } of claims) change(subject, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        for (const { subject } of claims) change(subject, -1);
      };
    },
    taken,
    get subjects() {
      return counts.size;
    },
  };
}
