import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { makePng, pictures } from '../../../../../../test-support/logos.ts';
import { actAs } from '../../audit/act-as.ts';
import { createMerchant } from '../create.ts';
import { showProfile } from '../manage.ts';
import { setBranding } from '../set-branding.ts';

let ctx: TestContext;
let merchant_id: string;
beforeAll(async () => {
  ctx = await makeTestContext();
});
beforeEach(async () => {
  merchant_id = (await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id;
});
afterAll(() => ctx.database.close());

const set = (input: object) => setBranding(ctx, commandOf(merchant_id), input);
const shown = async () => (await showProfile(ctx, commandOf(merchant_id, 'test'))).logo;

describe('the logo of a merchant', () => {
  it('is set, kept by other changes, replaced and removed', async () => {
    expect(await shown()).toBeNull();
    const facts = { media_type: 'image/jpeg', width: 24, height: 16 };
    expect(await set({ logo: pictures.jpeg })).toMatchObject({ logo: facts });
    expect(await set({ primary_color: '#0055AA' })).toMatchObject({ primary_color: '#0055AA', logo: facts });
    expect(await shown()).toBe(`data:image/jpeg;base64,${pictures.jpeg}`);
    expect(await set({ logo: pictures.webp })).toMatchObject({
      logo: { ...facts, media_type: 'image/webp' },
    });
    expect(await shown()).toBe(`data:image/webp;base64,${pictures.webp}`);
    expect(await set({ logo: null })).toMatchObject({ logo: null, primary_color: '#0055AA' });
    expect(await shown()).toBeNull();
    expect(await set({ logo: null })).toMatchObject({ logo: null });
  });

  it('is changed together with the colour, or not at all', async () => {
    await expect(set({ logo: 'PHN2Zz4=', primary_color: '#123456' })).rejects.toMatchObject({
      fields: { logo: ['must be a whole PNG, JPEG or WebP picture that does not move'] },
    });
    await expect(set({ logo: pictures.png, primary_color: 'blue' })).rejects.toMatchObject({
      fields: { primary_color: [expect.any(String)] },
    });
    expect(await set({})).toEqual({ primary_color: null, template: 'default', logo: null });
  });

  it.each([7, true, {}, [], ['']])('cannot be %j', async (logo) => {
    await expect(set({ logo })).rejects.toMatchObject({ fields: { logo: [expect.any(String)] } });
  });

  it('belongs to one merchant', async () => {
    await set({ logo: pictures.png });
    const { id } = await createMerchant(ctx, command, { name: 'Other', country: 'BJ' });
    expect((await showProfile(ctx, commandOf(id, 'test'))).logo).toBeNull();
  });

  it('is one of those that were sent at the same moment', async () => {
    const logos = [1, 2, 3, 4].map((side) => makePng({ width: side * 8, height: 8, bytes: 500 }));
    await Promise.all(logos.map((logo) => set({ logo })));
    expect(logos.map((logo) => `data:image/png;base64,${logo}`)).toContain(await shown());
  });

  it('is in the audit log, without its bytes', async () => {
    const acting = actAs(ctx, { kind: 'command', name: 'guichet' });
    for (const logo of [pictures.png, pictures.jpeg, pictures.jpeg, null])
      await setBranding(acting, commandOf(merchant_id), { logo });
    const { rows } = await ctx.pool.query(
      `select action, before, after from audit_log where object_type = 'merchant_logo' and object_id = $1
       order by position`,
      [merchant_id],
    );
    const picture = '[redacted]';
    const size = { width: 24, height: 16 };
    expect(rows).toEqual([
      { action: 'created', before: null, after: { merchant_id, picture, media_type: 'image/png', ...size } },
      {
        action: 'changed',
        before: { picture, media_type: 'image/png' },
        after: { picture, media_type: 'image/jpeg' },
      },
      { action: 'deleted', before: { merchant_id, picture, media_type: 'image/jpeg', ...size }, after: null },
    ]);
  });

  it('is also limited by the database', async () => {
    const row = { merchant_id, media_type: 'image/png', width: 8, height: 8 } as const;
    const insert = ctx.db.insertInto('merchant_logos').values({ ...row, picture: Buffer.alloc(2049) });
    await expect(insert.execute()).rejects.toThrow('merchant_logos_picture_check');
  });
});
