import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf, visitor } from '../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { pairDevice } from '../../../../../test-support/shifts.ts';
import type { MerchantCommand } from '../../platform/actor/actor.ts';
import { createTill } from './create.ts';
import { disconnectTill } from './disconnect.ts';
import { findTill } from './find.ts';
import { listTills } from './list.ts';
import { pairTill } from './pair.ts';
import { renewPairingCode } from './renew-code.ts';
import { counter_languages, counter_limits } from './schemas.ts';
import { setTillLanguage } from './set-language.ts';

let ctx: TestContext;
let owner: MerchantCommand;
beforeAll(async () => {
  ctx = await makeTestContext();
  owner = commandOf((await makeCaller(ctx)).merchant_id);
});
afterAll(() => ctx.database.close());

const input = { name: 'Front desk', currency: 'XOF', language: 'fr' };
const create = () => createTill(ctx, owner, input);
const statusOf = async (id: string) =>
  (await listTills(ctx, owner)).items.find((till) => till.id === id)?.status;
const isKnown = async (token: string): Promise<boolean> =>
  (await findTill(ctx, visitor, token)) !== undefined;

describe('a pairing code', () => {
  it('pairs one device, once', async () => {
    const { till, code } = await create();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => pairTill(ctx, visitor, code)));
    const paired = tokens.filter((token) => token !== undefined);
    expect(paired).toHaveLength(1);
    expect(await statusOf(till.id)).toBe('paired');
    expect(await findTill(ctx, visitor, paired[0] ?? '')).toMatchObject({
      actor: { kind: 'till', merchant_id: owner.merchant_id, mode: 'test', till_id: till.id },
    });
  });

  it.each([
    ['in small letters without the hyphen', (code: string) => code.toLowerCase().replace('-', '')],
    ['with blanks', (code: string) => ` ${code.replace('-', ' ')} `],
  ])('is understood %s', async (_, type) => {
    const { code } = await create();
    expect(await pairTill(ctx, visitor, type(code))).toBeDefined();
  });

  it.each(['', '7KQ2-M9XD', '\u0000', '\ud83d', '<b>', 'x'.repeat(256 * 1024)])(
    'is not %.20j',
    async (text) => {
      expect(await pairTill(ctx, visitor, text)).toBeUndefined();
    },
  );

  it('expires after a quarter of an hour', async () => {
    const [early, late] = [await create(), await create()];
    ctx.clock.advance(15 * 60_000 - 1);
    expect(await pairTill(ctx, visitor, early.code)).toBeDefined();
    ctx.clock.advance(1);
    expect(await pairTill(ctx, visitor, late.code)).toBeUndefined();
    expect(await statusOf(late.till.id)).toBe('unpaired');
  });

  it('takes the place of the one before', async () => {
    const { till, code } = await create();
    const renewed = await renewPairingCode(ctx, owner, till.id);
    expect(await pairTill(ctx, visitor, code)).toBeUndefined();
    expect(await pairTill(ctx, visitor, renewed.code)).toBeDefined();
  });
});

describe('the device of a till', () => {
  it('works until a second one uses a new code', async () => {
    const { till, code } = await create();
    const first = await pairDevice(ctx, code);
    const { code: next } = await renewPairingCode(ctx, owner, till.id);
    expect(await isKnown(first.token)).toBe(true);
    const second = await pairDevice(ctx, next);
    expect([await isKnown(first.token), await isKnown(second.token)]).toEqual([false, true]);
  });

  it('can do nothing more once it is disconnected, and the code that is not used yet neither', async () => {
    const { till, code } = await create();
    const device = await pairDevice(ctx, code);
    const { code: unused } = await renewPairingCode(ctx, owner, till.id);
    await disconnectTill(ctx, owner, { id: till.id });
    await disconnectTill(ctx, owner, { id: till.id });
    expect(await isKnown(device.token)).toBe(false);
    expect(await pairTill(ctx, visitor, unused)).toBeUndefined();
    expect(await statusOf(till.id)).toBe('unpaired');
  });

  it('can do nothing more once its till is removed, for good', async () => {
    const { till, code } = await create();
    const device = await pairDevice(ctx, code);
    const { code: unused } = await renewPairingCode(ctx, owner, till.id);
    await disconnectTill(ctx, owner, { id: till.id, to: 'removed' });
    expect(await isKnown(device.token)).toBe(false);
    expect(await pairTill(ctx, visitor, unused)).toBeUndefined();
    expect(await statusOf(till.id)).toBeUndefined();
    for (const act of [
      () => renewPairingCode(ctx, owner, till.id),
      () => disconnectTill(ctx, owner, { id: till.id }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['', 'x', '\u0000', 'x'.repeat(256 * 1024)])('is not known by the token %.20j', async (token) => {
    expect(await isKnown(token)).toBe(false);
  });
});

describe('tills', () => {
  it.each(counter_languages)('can speak the language %s', async (language) => {
    const { till, code } = await create();
    const { actor } = await pairDevice(ctx, code);
    await setTillLanguage(ctx, actor, language);
    expect((await listTills(ctx, owner)).items.find(({ id }) => id === till.id)).toMatchObject({ language });
  });

  it('of a mode are found in this mode only', async () => {
    const { till } = await create();
    const live = commandOf(owner.merchant_id, 'live');
    expect((await listTills(ctx, live)).items).toEqual([]);
    await expect(renewPairingCode(ctx, live, till.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(disconnectTill(ctx, live, { id: till.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are limited in number, those of both modes together', async () => {
    const crowded = commandOf((await makeCaller(ctx)).merchant_id);
    await ctx.pool.query(
      `insert into tills (merchant_id, id, mode, name, status, currency, language, created_at)
       select $1, 'til_' || number, case when number % 2 = 0 then 'test' else 'live' end, 'Till', 'unpaired', 'XOF',
         'fr', now() from generate_series(1, $2::integer) as number`,
      [crowded.merchant_id, counter_limits.tills_max],
    );
    await expect(createTill(ctx, crowded, input)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { name: ['must be one of at most 1000 tills'] },
    });
  });
});
