import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitor } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { findColumnsWith } from '../../../../../test-support/find-text.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { customerWith, service_actor } from '../../platform/actor/actor.ts';
import { makeCheckoutTokens } from '../../platform/secrets/checkout-tokens.ts';
import { makeSecretBox } from '../../platform/secrets/seal.ts';
import { cancelCheckout } from './cancel.ts';
import { expireSessions } from './expire.ts';
import { requireSession } from './find.ts';
import { findByShortCode, forgetShortCodes, giveShortCode } from './hand-over.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

const give = async ({ token }: Checkout) =>
  giveShortCode(ctx, customerWith(token), await requireSession(ctx, token));

async function make(): Promise<Checkout & { readonly code: string }> {
  const checkout = await makeCheckout(ctx, caller);
  return { ...checkout, code: await give(checkout) };
}

describe('a short code', () => {
  it('has eight unambiguous characters, shown in two groups', async () => {
    const { code } = await make();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('is the same on every request, even concurrent ones', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const given = await Promise.all(Array.from({ length: 10 }, () => give(checkout)));
    expect(new Set(given).size).toBe(1);
    expect(await give(checkout)).toBe(given[0]);
  });

  it('is unique to each session, and uses every character', async () => {
    const codes = await Promise.all(Array.from({ length: 60 }, async () => (await make()).code));
    expect(new Set(codes).size).toBe(60);
    // Among 480 random characters, one of the 32 is missing about once in 130,000 runs.
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBeGreaterThanOrEqual(31);
  });

  it('is in no column of the database, nor is anything that reveals it without the key', async () => {
    const { code } = await make();
    const plain = code.replace('-', '');
    const hash = createHash('sha256').update(plain).digest();
    const texts = [plain, code, hash.toString('hex'), hash.toString('base64url').slice(0, 22)];
    expect(await findColumnsWith(ctx.pool, texts)).toEqual([]);
  });

  it('is drawn again when the first one is already taken', async () => {
    const { token } = await makeCheckout(ctx, caller);
    const other = await requireSession(ctx, (await makeCheckout(ctx, caller)).token);
    const handle = ctx.tokens.handleOf(token) ?? '';
    await ctx.pool.query(
      'insert into short_codes (code, merchant_id, session_token, created_at) values ($1, $2, $3, $4)',
      [ctx.tokens.drawCode(handle, 0).kept_as, caller.merchant_id, other.token, ctx.clock.now()],
    );
    const code = await giveShortCode(ctx, customerWith(token), await requireSession(ctx, token));
    expect(code.replace('-', '')).toBe(ctx.tokens.drawCode(handle, 1).code);
    expect(await findByShortCode(ctx, visitor, code)).toBe(token);
  });

  it('is valid with a new SECRET_KEY while the previous one is configured, and replaced when it is not', async () => {
    const { token, code } = await make();
    const [before, after] = ['key of the tests: 32 characters!', 'another key, with 32 characters!'];
    const rotated = { ...ctx, tokens: makeCheckoutTokens(makeSecretBox(after, [before])) };
    const session = await requireSession(rotated, token);
    expect(await findByShortCode(rotated, visitor, code)).toBe(token);
    expect(await giveShortCode(rotated, customerWith(token), session)).toBe(code);
    const forgotten = { ...ctx, tokens: makeCheckoutTokens(makeSecretBox(after)) };
    expect(await findByShortCode(forgotten, visitor, code)).toBeUndefined();
    const other = await giveShortCode(forgotten, customerWith(token), session);
    expect(other).not.toBe(code);
    expect(await findByShortCode(forgotten, visitor, other)).toBe(forgotten.tokens.tokenOf(session.token));
  });

  const ways: readonly [how: string, type: (code: string) => string][] = [
    ['as shown', (code) => code],
    ['without the hyphen', (code) => code.replace('-', '')],
    ['in lower case', (code) => code.toLowerCase()],
    ['with spaces', (code) => ` ${[...code].join(' ')}\t`],
    ['with a long dash', (code) => code.replace('-', '–')],
    ['with O for 0', (code) => code.replaceAll('0', 'O')],
    ['with o for 0', (code) => code.replaceAll('0', 'o')],
    ['with I for 1', (code) => code.replaceAll('1', 'I')],
    ['with l for 1', (code) => code.replaceAll('1', 'l')],
  ];
  it.each(ways)('is found when typed %s', async (_, type) => {
    const { token } = await makeCheckout(ctx, caller);
    // A code with the digits that are often mistyped.
    const code = '01AB-CD10';
    const [kept_as] = ctx.tokens.findCode(code.replace('-', ''));
    await ctx.pool.query('delete from short_codes where code = $1', [kept_as]);
    await ctx.pool.query(
      'insert into short_codes (code, merchant_id, session_token, created_at) values ($1, $2, $3, $4)',
      [kept_as, caller.merchant_id, ctx.tokens.handleOf(token), ctx.clock.now()],
    );
    expect(await findByShortCode(ctx, visitor, type(code))).toBe(token);
  });

  it.each([
    '',
    '-',
    'ABCD',
    'ABCD-EFGHJ',
    'ABCD-EFGU',
    'ABCD\u0000EFGH',
    '１２３４-ABCD',
    "' or '1'='1",
    'A'.repeat(60_000),
  ])('is not %j', async (text) => {
    expect(await findByShortCode(ctx, visitor, text)).toBeUndefined();
  });

  it('that was never issued is not found', async () => {
    expect(await findByShortCode(ctx, visitor, '7KQ2-M9XD')).toBeUndefined();
  });
});

describe('a short code leads to its session', () => {
  const after: readonly [when: string, play: (checkout: Checkout) => Promise<void>, isFound: boolean][] = [
    ['from the start', async () => {}, true],
    ['while it is processing', (checkout) => chooseAndPay(ctx, checkout, '22'), true],
    ['after a refusal', (checkout) => chooseAndPay(ctx, checkout, '01'), true],
    ['once it is paid', (checkout) => chooseAndPay(ctx, checkout, '00'), false],
    ['once it is cancelled', ({ token }) => cancelCheckout(ctx, customerWith(token)), false],
  ];
  it.each(after)('%s: %s', async (_, play, isFound) => {
    const { code, ...checkout } = await make();
    await play(checkout);
    expect(await findByShortCode(ctx, visitor, code)).toBe(isFound ? checkout.token : undefined);
  });

  it('until the session has expired, or longer while the outcome is awaited', async () => {
    const idle = await make();
    const open = await make();
    await chooseAndPay(ctx, open, '22');
    ctx.clock.advance(30 * 60_000 - 1);
    expect(await findByShortCode(ctx, visitor, idle.code)).toBe(idle.token);
    ctx.clock.advance(1);
    expect(await findByShortCode(ctx, visitor, idle.code)).toBeUndefined();
    expect(await findByShortCode(ctx, visitor, open.code)).toBe(open.token);
    await expireSessions(ctx, service_actor);
    expect(await findByShortCode(ctx, visitor, open.code)).toBe(open.token);
  });

  it('and is deleted three days later', async () => {
    const { token } = await make();
    const left = async () =>
      (
        await ctx.pool.query('select 1 from short_codes where session_token = $1', [
          ctx.tokens.handleOf(token),
        ])
      ).rowCount;
    ctx.clock.advance(3 * 24 * 3_600_000 - 1);
    await forgetShortCodes(ctx, service_actor);
    expect(await left()).toBe(1);
    ctx.clock.advance(1);
    await forgetShortCodes(ctx, service_actor);
    expect(await left()).toBe(0);
  });
});
