import type { Outcome } from '@guichet/kernel/outcome';
import { describe, expect, it } from 'vitest';
import { eventOf } from './note.ts';
import { type CircuitEvent, type CircuitRow, circuitState, moveCircuit, open_for_ms } from './states.ts';

const now = new Date('2040-03-01T10:00:00Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const rows = {
  none: undefined,
  closed: { failures: 0, open_until: null },
  worn: { failures: 4, open_until: null },
  open: { failures: 5, open_until: later(1) },
  half_open: { failures: 5, open_until: now },
} satisfies Record<string, CircuitRow | undefined>;

describe('a circuit', () => {
  it.each<[keyof typeof rows, CircuitEvent, string]>([
    ['none', 'taken', 'closed 0'],
    ['none', 'not_taken', 'closed 1'],
    ['closed', 'not_taken', 'closed 1'],
    ['worn', 'taken', 'closed 0'],
    ['worn', 'not_taken', 'open 5'],
    ['open', 'taken', 'closed 0'],
    ['open', 'not_taken', 'open 6'],
    ['half_open', 'probed', 'open 5'],
    ['half_open', 'taken', 'closed 0'],
    ['half_open', 'not_taken', 'open 6'],
    ['none', 'probed', 'refused'],
    ['closed', 'probed', 'refused'],
    ['open', 'probed', 'refused'],
  ])('that is %s and gets the event %s becomes %s', (from, event, expected) => {
    const moved = moveCircuit(rows[from], event, now);
    expect(moved ? `${circuitState(moved, now)} ${moved.failures}` : 'refused').toBe(expected);
  });

  it('that opens is half open after half a minute', () => {
    const moved = moveCircuit(rows.worn, 'not_taken', now);
    expect(circuitState(moved, later(open_for_ms - 1))).toBe('open');
    expect(circuitState(moved, later(open_for_ms))).toBe('half_open');
  });
});

describe('a call counts as', () => {
  const failed = { kind: 'failed', operator_code: 'x' } as const;
  it.each<[CircuitEvent, Outcome]>([
    ['taken', { kind: 'pending', action: null }],
    ['taken', { kind: 'unknown', cause: 'not_found' }],
    ['taken', { ...failed, reason: 'insufficient_funds' }],
    ['taken', { ...failed, reason: 'operator_down' }],
    ['taken', { ...failed, reason: 'other' }],
    ['taken', { ...failed, reason: 'not_registered', reached_customer: false }],
    ['taken', { ...failed, reason: 'limit_exceeded', reached_customer: false }],
    ['not_taken', { ...failed, reason: 'operator_down', reached_customer: false }],
    ['taken', { ...failed, reason: 'other', reached_customer: false }],
    ['not_taken', { kind: 'unknown', cause: 'timeout' }],
    ['not_taken', { kind: 'unknown', cause: 'unreachable' }],
    ['not_taken', { kind: 'unknown', cause: 'server_error' }],
    ['not_taken', { kind: 'unknown', cause: 'unreadable' }],
  ])('%s with the outcome %j', (event, outcome) => {
    expect(eventOf(outcome)).toBe(event);
  });
});
