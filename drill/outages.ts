/** The times during which callers saw errors after each fault. */
export interface Outages {
  /** Marks the start of a fault. */
  begin(): void;
  /**
   * Records a failed request. @param reason such as a status; failures outside an outage are counted by
   * reason
   */
  failed(reason: string): void;
  succeeded(): void;
  /** The duration of each outage in milliseconds, 0 if no caller saw an error. */
  all(): readonly number[];
  /** Failures outside these outages, by reason: before the first fault, or long after recovery. */
  later(): Readonly<Record<string, number>>;
}

/** The minimum time between failures that count as separate outages, if requests succeeded in between. */
const apart_ms = 1_000;

interface Outage {
  readonly first: number;
  failed_at: number;
  /** The time of the first success since the last failure. */
  ended_at: number | null;
}

export function makeOutages(now: () => number = () => performance.now()): Outages {
  const outages: (Outage | null)[] = [];
  const later = new Map<string, number>();
  return {
    begin: () => void outages.push(null),
    failed: (reason) => {
      const at = now();
      const outage = outages.at(-1);
      if (outage === null) outages[outages.length - 1] = { first: at, failed_at: at, ended_at: null };
      else if (outage && (outage.ended_at === null || at - outage.failed_at < apart_ms)) {
        outage.failed_at = at;
        outage.ended_at = null;
      } else later.set(reason, (later.get(reason) ?? 0) + 1);
    },
    succeeded: () => {
      const outage = outages.at(-1);
      if (outage) outage.ended_at ??= now();
    },
    all: () => outages.map((one) => (one === null ? 0 : Math.round((one.ended_at ?? now()) - one.first))),
    later: () => Object.fromEntries(later),
  };
}
