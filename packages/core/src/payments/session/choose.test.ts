import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller, makeCheckout, setFees } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { type ChoiceProblems, chooseOperator } from './choose.ts';
import { requireSession } from './find.ts';
import { getCheckoutSnapshot } from './get-snapshot.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', orange_ci: null, mtn_bj: '1.25' });
});
afterAll(() => ctx.database.close());

async function choose(input: { operator: string; phone: string; country?: string }, fields: object = {}) {
  const { token } = await makeCheckout(ctx, caller, fields);
  const session = await requireSession(ctx, token);
  const problems = await chooseOperator(ctx, customerWith(token), input);
  const after = await requireSession(ctx, token);
  return { problems, before: session, after };
}

describe('a choice', () => {
  it.each([
    ['mtn_ci', '+2250504030200', '+2250504030200', '2.0000'],
    ['mtn_ci', '05 04 03 02 00', '+2250504030200', '2.0000'],
    ['mtn_ci', '00225 05 04 03 02 00', '+2250504030200', '2.0000'],
    // Numbers are ported: the prefix of a different network is no reason to refuse.
    ['mtn_ci', '0704030200', '+2250704030200', '2.0000'],
    ['mtn_bj', '97 00 00 00', '+2290197000000', '1.2500'],
    ['mtn_bj', '0197000000', '+2290197000000', '1.2500'],
  ])('of %s with %j is saved with the fee that was shown', async (operator, phone, e164, fee_percent) => {
    const { problems, before, after } = await choose({ operator, phone });
    expect(problems).toBeNull();
    expect(after).toEqual({
      ...before,
      chosen_operator: operator,
      chosen_phone: e164,
      chosen_fee_percent: fee_percent,
    });
  });

  it.each<[string, string, ChoiceProblems]>([
    ['', '', { operator: 'missing', phone: 'missing' }],
    ['', '+2250504030200', { operator: 'missing' }],
    ['mtn_ci', '', { phone: 'missing' }],
    ['mtn_ci', '   ', { phone: 'missing' }],
    ['mtn_ci', '0504', { phone: 'invalid' }],
    ['mtn_ci', 'my number', { phone: 'invalid' }],
    ['mtn_ci', '+225\u00000504030200', { phone: 'invalid' }],
    [
      'mtn_ci',
      '+2290197000000',
      { phone: 'other_country', belongs_to: { country: 'BJ', operators: ['mtn_bj'] } },
    ],
    [
      'mtn_bj',
      '+2250504030200',
      { phone: 'other_country', belongs_to: { country: 'CI', operators: ['mtn_ci'] } },
    ],
    // Also in the local form of the number's own country: the number exists, but in a country other than the
    // operator's.
    [
      'mtn_bj',
      '07 48 15 16 00',
      { phone: 'other_country', belongs_to: { country: 'CI', operators: ['mtn_ci'] } },
    ],
    [
      'mtn_ci',
      '97 00 00 00',
      { phone: 'other_country', belongs_to: { country: 'BJ', operators: ['mtn_bj'] } },
    ],
    ['mtn_ci', '+33612345678', { phone: 'other_country', belongs_to: { country: 'FR', operators: [] } }],
    // Operators that are disabled, not in the merchant's rules, of a different currency, or not in the catalog.
    ['orange_ci', '+2250504030200', { operator: 'gone' }],
    ['wave_ci', '+2250504030200', { operator: 'gone' }],
    ['mpesa_ke', '+254712345678', { operator: 'gone' }],
    ['nobody_zz', '+2250504030200', { operator: 'gone' }],
    ['nobody_zz', '0504030200', { operator: 'gone', phone: 'invalid' }],
    ['__proto__', '+2250504030200', { operator: 'gone' }],
  ])('of %j with %j is rejected, and nothing is saved', async (operator, phone, expected) => {
    const { problems, before, after } = await choose({ operator, phone });
    expect(problems).toEqual(expected);
    expect(after).toEqual(before);
  });

  it.each<[string, string, ChoiceProblems]>([
    ['CI', '05 04 03 02 00', { operator: 'missing' }],
    ['CI', '+229 97 00 00 00', { operator: 'missing' }],
    ['BJ', '97 00 00 00', { operator: 'missing' }],
    // The number is of an offered country, but not of the one that was shown next to it.
    [
      'CI',
      '97 00 00 00',
      { operator: 'missing', phone: 'other_country', belongs_to: { country: 'BJ', operators: ['mtn_bj'] } },
    ],
    [
      'CI',
      '+33612345678',
      { operator: 'missing', phone: 'other_country', belongs_to: { country: 'FR', operators: [] } },
    ],
    ['CI', '0504', { operator: 'missing', phone: 'invalid' }],
  ])('without an operator, with the country %s and %j, lacks %j', async (country, phone, expected) => {
    const { problems, before, after } = await choose({ operator: '', phone, country });
    expect(problems).toEqual(expected);
    expect(after).toEqual(before);
  });

  it('of an operator with a page of its own needs no number, but keeps a valid one', async () => {
    const other = await makeCaller(ctx);
    await setFees(ctx, other, { wave_ci: '1', mtn_ci: '0' });
    const pick = async (operator: string, phone: string) => {
      const { token } = await makeCheckout(ctx, other);
      const problems = await chooseOperator(ctx, customerWith(token), { operator, phone });
      return problems ?? (await requireSession(ctx, token)).chosen_phone;
    };
    expect(await pick('wave_ci', ' ')).toBe('');
    expect(await pick('wave_ci', '0504030200')).toBe('+2250504030200');
    expect(await pick('wave_ci', '05')).toEqual({ phone: 'invalid' });
    expect(await pick('mtn_ci', '')).toEqual({ phone: 'missing' });
  });

  it('replaces an earlier choice', async () => {
    const { token } = await makeCheckout(ctx, caller);
    await chooseOperator(ctx, customerWith(token), { operator: 'mtn_ci', phone: '0504030200' });
    await chooseOperator(ctx, customerWith(token), { operator: 'mtn_bj', phone: '97000000' });
    expect(await requireSession(ctx, token)).toMatchObject({
      chosen_operator: 'mtn_bj',
      chosen_phone: '+2290197000000',
      chosen_fee_percent: '1.2500',
    });
  });
});

describe('the sandbox’s stand-in operator', () => {
  it.each(['+33612345678', '+2250504030200'])('accepts %s, whatever its country', async (phone) => {
    const { problems, after } = await choose(
      { operator: 'sandbox_zz', phone },
      { amount: 20, currency: 'EUR' },
    );
    expect(problems).toBeNull();
    expect(after).toMatchObject({ chosen_phone: phone, chosen_fee_percent: '0.0000' });
  });

  it('rejects local forms, because it has no country', async () => {
    const input = { operator: 'sandbox_zz', phone: '0612345678' };
    const { problems } = await choose(input, { amount: 20, currency: 'EUR' });
    expect(problems).toEqual({ phone: 'invalid' });
  });
});

it('a choice with a snapshot of another session throws, and saves nothing', async () => {
  const [own, other] = [await makeCheckout(ctx, caller), await makeCheckout(ctx, caller)];
  const snapshot = await getCheckoutSnapshot(ctx, customerWith(other.token));
  const input = { operator: 'mtn_ci', phone: '+2250504030200', snapshot };
  await expect(chooseOperator(ctx, customerWith(own.token), input)).rejects.toThrow('another session');
  for (const { token } of [own, other]) {
    expect(await requireSession(ctx, token)).toMatchObject({ chosen_operator: null });
  }
});
