/** The times during which callers saw errors after each fault. */
export interface Outages {
  /** Something is broken now. */
  begin(): void;
  failed(): void;
  succeeded(): void;
  /** Milliseconds of each fault, 0 where nobody saw an error. */
  all(): readonly number[];
}

export function makeOutages(now: () => number = () => performance.now()): Outages {
  const spans: { first: number | null; last: number | null }[] = [];
  const latest = () => spans.at(-1);
  return {
    begin: () => void spans.push({ first: null, last: null }),
    failed: () => {
      const span = latest();
      if (!span) return;
      span.first ??= now();
      // The outage lasts until a request succeeds again.
      span.last = null;
    },
    succeeded: () => {
      const span = latest();
      if (span?.first != null) span.last ??= now();
    },
    all: () => spans.map(({ first, last }) => (first === null ? 0 : Math.round((last ?? now()) - first))),
  };
}
