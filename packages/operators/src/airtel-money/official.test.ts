import { asCurrency } from '@guichet/kernel/currencies';
import official from '@guichet/simulators/contracts/airtel-money/codes.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import type { Direction } from '../contract.ts';
import { meanings } from './codes.ts';
import { outcomeOfBooks, outcomeOfPush } from './map.ts';
import { readAnswer } from './wire.ts';

describe.each(['collections', 'disbursements', 'gateway'] as const)('each official code of %s', (kind) => {
  test.each(official[kind])('%s has a meaning', (code) => {
    expect(meanings.has(code)).toBe(true);
  });
});

const money = { amount_minor: 5_000n, currency: asCurrency('UGX') };
test.each<[string, Direction, typeof outcomeOfBooks, object]>([
  ['prompt sent', 'collect', outcomeOfPush, { kind: 'pending', action: { kind: 'prompt' } }],
  ['paid', 'collect', outcomeOfBooks, { kind: 'settled', money }],
  [
    'float too low',
    'payout',
    outcomeOfBooks,
    { kind: 'failed', reason: 'insufficient_funds', operator_code: 'DP00900001007' },
  ],
])('the official example is mapped to its outcome: %s', (name, direction, map, outcome) => {
  const example = official.examples.find((one) => one.name === name);
  const answer = readAnswer(JSON.stringify(example?.body));
  if (!answer) throw new Error('not a response');
  expect(map(answer, { direction, money, codes_decide: true })).toMatchObject(outcome);
});
