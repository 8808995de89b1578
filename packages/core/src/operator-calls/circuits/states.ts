import type { OperatorCircuitTable } from '../../platform/database/tables/operators.ts';

/** What is left of an account's calls for one operator when the merchant is left out. */
export type CircuitRow = Pick<OperatorCircuitTable, 'failures' | 'open_until'>;

/** `closed`: calls go through. `open`: nothing is sent. `half_open`: one call may try whether it works again. */
export type CircuitState = 'closed' | 'open' | 'half_open';

/** `taken`: the provider did its work, whatever it said. `not_taken`: it did not. `probed`: a call is on its way to try. */
export type CircuitEvent = 'taken' | 'not_taken' | 'probed';

/** So many calls in a row that the provider did not take open a circuit. */
export const failures_max = 5;
/** For so long nothing is sent. */
export const open_for_ms = 30_000;

interface Rule {
  readonly from: CircuitState;
  readonly event: CircuitEvent;
  readonly to: CircuitState;
  /** Of a circuit that stays closed only until this many calls in a row went wrong. */
  readonly until_failures?: number;
}

/**
 * All that can happen to a circuit, the first rule that fits. Time is no event: an open circuit is half open once
 * `open_until` has passed. A probe holds it open for the others until its answer is noted; one that dies on the way
 * keeps it open no longer than {@link open_for_ms}.
 */
export const circuitRules: readonly Rule[] = [
  { from: 'closed', event: 'taken', to: 'closed' },
  { from: 'closed', event: 'not_taken', to: 'closed', until_failures: failures_max },
  { from: 'closed', event: 'not_taken', to: 'open' },
  { from: 'half_open', event: 'probed', to: 'open' },
  { from: 'half_open', event: 'taken', to: 'closed' },
  { from: 'half_open', event: 'not_taken', to: 'open' },
  // The probe's answer, or one of a call that began before the circuit opened.
  { from: 'open', event: 'taken', to: 'closed' },
  { from: 'open', event: 'not_taken', to: 'open' },
];

/** @param row undefined where nothing ever went wrong */
export function circuitState(row: Pick<CircuitRow, 'open_until'> | undefined, now: Date): CircuitState {
  if (!row || row.open_until === null) return 'closed';
  return row.open_until > now ? 'open' : 'half_open';
}

/** @returns the circuit after an event; undefined when the event means nothing in its state. */
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
