import { asCurrency } from '@guichet/kernel/currencies';
import official from '@guichet/simulators/contracts/mtn-momo/request-to-pay.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { mapTransaction, reasons } from './map.ts';
import { readTransaction } from './wire.ts';

describe('each official code has a meaning', () => {
  test.each(official.codes)('%s', (code) => {
    expect(reasons.has(code)).toBe(true);
  });
});

const failed = { kind: 'failed', reason: 'not_registered', operator_code: 'PAYER_NOT_FOUND' };
const outcomes: Readonly<Record<string, object>> = {
  paid: { kind: 'settled', money: { amount_minor: 1_500n, currency: asCurrency('XOF') } },
  'failed, reason as text': failed,
  'failed, reason as object': failed,
  pending: { kind: 'pending', action: { kind: 'prompt' } },
};

test.each(official.examples)('the official example is mapped to its outcome: $name', ({ name, body }) => {
  const wire = readTransaction(JSON.stringify(body));
  expect(wire && mapTransaction(wire, { direction: 'collect' }, undefined)).toEqual(outcomes[name]);
});
