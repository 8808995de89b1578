import { describe, expect, it } from 'vitest';
import { type ApprovalRule, isWeaker, limitsOf, strictestOf } from './limits.ts';

/** Parses `10 20 -`: the limits for one payout, a day and a recipient; `-` for not set. */
const read = (text: string): ApprovalRule => {
  const [single, day, recipient] = text.split(' ').map((part) => (part === '-' ? null : BigInt(part)));
  return {
    approval_above_minor: single ?? null,
    approval_day_above_minor: day ?? null,
    approval_recipient_above_minor: recipient ?? null,
  };
};
const write = (rule: ApprovalRule) =>
  [rule.approval_above_minor, rule.approval_day_above_minor, rule.approval_recipient_above_minor]
    .map((part) => part ?? '-')
    .join(' ');

describe('a new rule', () => {
  it.each<[now: string, wanted: string, weaker: boolean, until_agreed: string]>([
    // Having no rule is the weakest possible rule, so no rule that replaces it is weaker.
    ['- - -', '10 - -', false, '10 - -'],
    ['- - -', '- - -', false, '- - -'],
    ['10 - -', '10 - -', false, '10 - -'],
    ['10 - -', '9 - -', false, '9 - -'],
    ['10 - -', '0 - -', false, '0 - -'],
    ['0 - -', '1 - -', true, '0 - -'],
    ['10 - -', '- - -', true, '10 - -'],
    ['10 - -', '11 - -', true, '10 - -'],
    // The limits on sums default to the limit on one payout.
    ['10 - -', '10 10 10', false, '10 - -'],
    ['10 - -', '10 11 -', true, '10 - -'],
    ['10 - -', '10 - 11', true, '10 - -'],
    ['10 50 20', '10 - -', false, '10 - -'],
    ['10 50 20', '10 40 20', false, '10 40 20'],
    ['10 50 20', '10 50 21', true, '10 50 20'],
    ['10 50 20', '- - -', true, '10 50 20'],
    // A stricter part applies immediately, a weaker one only after approval.
    ['10 50 20', '5 60 20', true, '5 50 20'],
    ['10 50 20', '20 - -', true, '10 20 20'],
    ['10 50 20', '11 30 11', true, '10 30 11'],
    ['10 50 20', '9 51 9', true, '9 50 -'],
    // A limit on sums that is below the limit on one payout, as an older process may have written it, is treated as
    // equal to the limit on one payout.
    ['10 5 5', '10 10 10', false, '10 - -'],
    ['10 5 5', '10 11 -', true, '10 - -'],
  ])('that changes %s to %s is weaker: %s; until it is approved, %s applies', (now, wanted, weaker, held) => {
    expect(isWeaker(read(wanted), read(now))).toBe(weaker);
    const holds = weaker ? strictestOf(read(wanted), read(now)) : read(wanted);
    expect(limitsOf(holds)).toEqual(limitsOf(read(held)));
    if (weaker && write(read(now)) === held) expect(limitsOf(holds)).toEqual(limitsOf(read(now)));
    expect(isWeaker(holds, read(now))).toBe(false);
    expect(isWeaker(holds, read(wanted))).toBe(false);
  });

  it('is never weaker than no rule', () => {
    expect(isWeaker(read('- - -'), undefined)).toBe(false);
    expect(isWeaker(read('10 - -'), undefined)).toBe(false);
  });
});
