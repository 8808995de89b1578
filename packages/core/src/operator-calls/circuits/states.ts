import type { OperatorCircuitTable } from '../../platform/database/tables/operators.ts';

/** The state of a circuit, without its key. */
export type CircuitRow = Pick<OperatorCircuitTable, 'failures' | 'open_until'>;

/**
 * `closed`: calls go through. `open`: nothing is sent. `half_open`: one call may probe whether it works
 * again.
 */
export type CircuitState = 'closed' | 'open' | 'half_open';

/**
 * `taken`: the provider processed the call, whatever its response. `not_taken`: it did not. `probed`: a probe
 * is in progress.
 */
export type CircuitEvent = 'taken' | 'not_taken' | 'probed';

/** A circuit opens after this many consecutive calls with the event `not_taken`. */
const failures_max = 5;
/** The time for which an open circuit blocks all calls. */
export const open_for_ms = 30_000;

interface Rule {
  readonly from: CircuitState;
  readonly event: CircuitEvent;
  readonly to: CircuitState;
  /** The circuit stays closed until this many consecutive calls have failed. */
  readonly until_failures?: number;
}

/**
 * The transitions of a circuit; the first rule that matches applies. Time is not an event: an open circuit is
 * half open once `open_until` has passed. A probe holds it open for others until its result is recorded, or,
 * if it dies, for {@link open_for_ms}.
 */
const circuitRules: readonly Rule[] = [
  { from: 'closed', event: 'taken', to: 'closed' },
  { from: 'closed', event: 'not_taken', to: 'closed', until_failures: failures_max },
  { from: 'closed', event: 'not_taken', to: 'open' },
  { from: 'half_open', event: 'probed', to: 'open' },
  { from: 'half_open', event: 'taken', to: 'closed' },
  { from: 'half_open', event: 'not_taken', to: 'open' },
  // The result of the probe, or of a call that began before the circuit opened.
  { from: 'open', event: 'taken', to: 'closed' },
  { from: 'open', event: 'not_taken', to: 'open' },
];

/** @param row undefined when nothing ever failed */
export function circuitState(row: Pick<CircuitRow, 'open_until'> | undefined, now: Date): CircuitState {
  if (!row || row.open_until === null) return 'closed';
  return row.open_until > now ? 'open' : 'half_open';
}

/** @returns the circuit after an event; undefined when the event has no effect in its state */
export function moveCircuit(
  row: CircuitRow | undefined,
  event: CircuitEvent,
  now: Date,
): CircuitRow | undefined {
  const from = circuitState(row, now);
  const failures = event === 'taken' ? 0 : (row?.failures ?? 0) + (event === 'not_taken' ? 1 : 0);
  const rule = circuitRules.find(
    (one) => one.from === from && one.event === event && failures < (one.until_failures ?? Infinity),
  );
  if (!rule) return undefined;
  return { failures, open_until: rule.to === 'open' ? new Date(now.getTime() + open_for_ms) : null };
}
