import { describe, expect, test } from 'vitest';
import paid from './fixtures/paid.json' with { type: 'json' };
import refused from './fixtures/refused.json' with { type: 'json' };
import { mapCreated, mapLookup } from './map.ts';

const reply = (status: number, body: unknown) => ({
  kind: 'reply' as const,
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const created_at = new Date('2026-03-01T10:00:00Z');
const later = (minutes: number): Date => new Date(created_at.getTime() + minutes * 60_000);

describe('the response to a request', () => {
  test.each([
    ['accepted', reply(202, { id: 'r', status: 'pending' }), 'pending'],
    ['repeated', reply(409, { id: 'r', status: 'pending' }), 'pending'],
    ['refused', reply(422, { code: 'no_wallet' }), 'failed'],
    ['too many requests', reply(429, { code: 'slow_down' }), 'unknown'],
    ['a server error', reply(500, { code: 'oops' }), 'unknown'],
    ['a page from a proxy', reply(400, '<html>'), 'unknown'],
    ['an unknown status', reply(200, { id: 'r', status: 'from the future' }), 'unknown'],
    ['a truncated body', reply(200, '{"id":"r","sta'), 'unknown'],
  ])('is mapped to its outcome: %s', (_name, answer, kind) => {
    expect(mapCreated(answer, 'collect').outcome.kind).toBe(kind);
  });
});

describe('the response to an inquiry', () => {
  test.each([
    ['paid', reply(200, paid), 1, { kind: 'settled', money: { amount_minor: 1500n, currency: 'XOF' } }],
    ['paid, as a number', reply(200, { ...paid, amount: 1500 }), 1, { kind: 'settled' }],
    ['paid, with an invalid amount', reply(200, { ...paid, amount: 'a lot' }), 1, { kind: 'unknown' }],
    ['refused', reply(200, refused), 1, { kind: 'failed', reason: 'insufficient_funds' }],
    ['not found yet', reply(404, { code: 'unknown_transfer' }), 1, { kind: 'unknown', cause: 'not_found' }],
    ['never received', reply(404, { code: 'unknown_transfer' }), 16, { kind: 'failed' }],
    ['a wrong path', reply(404, '<html>'), 16, { kind: 'unknown' }],
  ])('is mapped to its outcome: %s', (_name, answer, minutes, outcome) => {
    const asked = { direction: 'collect', created_at } as const;
    expect(mapLookup(answer, asked, later(minutes)).outcome).toMatchObject(outcome);
  });
});
