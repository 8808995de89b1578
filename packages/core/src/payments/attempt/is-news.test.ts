import { asCurrency } from '@guichet/kernel/currencies';
import { silentLog } from '@guichet/kernel/log';
import type { Outcome } from '@guichet/kernel/outcome';
import { expect, it } from 'vitest';
import { makeCheckoutTokens } from '../../platform/secrets/checkout-tokens.ts';
import { makeSecretBox } from '../../platform/secrets/seal.ts';
import { isNews } from './is-news.ts';
import type { Attempt } from './queries.ts';

const tokens = makeCheckoutTokens(makeSecretBox('key of the tests: 32 characters!'));
const prompt = { kind: 'prompt' } as const;
const pending = (action: Extract<Outcome, { kind: 'pending' }>['action']): Outcome => ({
  kind: 'pending',
  action,
});
const money = { amount_minor: 25_000n, currency: asCurrency('XOF') };

it.each<[Attempt['status'], Attempt['action'], Outcome, string | null, boolean]>([
  ['submitted', prompt, pending(prompt), null, false],
  ['submitted', prompt, pending(prompt), 'theirs', false],
  ['submitted', prompt, pending(null), null, false],
  ['submitted', prompt, pending(prompt), 'another', true],
  ['submitted', null, pending(prompt), null, true],
  ['submitted', prompt, pending({ kind: 'otp' }), null, true],
  ['created', prompt, pending(prompt), null, true],
  ['unknown', prompt, pending(prompt), null, true],
  ['unknown', null, { kind: 'unknown', cause: 'timeout' }, null, false],
  ['submitted', prompt, { kind: 'unknown', cause: 'timeout' }, null, true],
  ['submitted', prompt, { kind: 'settled', money }, null, true],
  ['submitted', prompt, { kind: 'failed', reason: 'wrong_pin', operator_code: 'x' }, null, true],
])(
  'an attempt that is %s with the action %o, and gets %o with the provider reference %o, has changed: %s',
  (status, action, outcome, provider_reference, expected) => {
    const attempt = { id: 'att_1', status, action, provider_reference: 'theirs' } as Attempt;
    expect(isNews({ log: silentLog, tokens }, attempt, { outcome, provider_reference })).toBe(expected);
  },
);
