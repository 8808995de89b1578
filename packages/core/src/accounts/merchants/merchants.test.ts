import { makeMerchantId } from '@guichet/kernel/ids';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, start, type TestContext } from '../../../../../test-support/context.ts';
import { createMerchant } from './create.ts';
import { requireMerchant } from './find.ts';
import { listMerchants } from './list.ts';
import { findDemoMerchant } from './queries.ts';
import { setBranding } from './set-branding.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const create = async () =>
  requireMerchant(ctx, (await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id);

describe('a new merchant', () => {
  it('gets the service’s default branding', async () => {
    const { id } = await createMerchant(ctx, command, { name: '  Boutique d’Awa  ', country: 'BJ' });
    expect(id).toMatch(/^mer_/);
    expect(await requireMerchant(ctx, id)).toEqual({
      id,
      name: 'Boutique d’Awa',
      country: 'BJ',
      primary_color: null,
      template: 'default',
      is_demo: false,
      ...{ contact_phone: null, contact_whatsapp: null, contact_email: null, contact_hours: null },
      pi_spi_alias: null,
      rate_limit_per_second: null,
      second_factor_in_live: true,
      second_factor_required: false,
      on_underpaid: 'ask',
      on_overpaid: 'ask',
      on_paid_late: 'accept',
      on_paid_twice: 'ask',
      created_at: start,
    });
  });

  it('is the last in the list of all merchants, which contains no settings', async () => {
    ctx.clock.advance(1000);
    const { id } = await createMerchant(ctx, command, { name: 'Librairie', country: 'TG' });
    const { merchants } = await listMerchants(ctx, command);
    expect(merchants.at(-1)).toEqual({
      ...{ id, name: 'Librairie', country: 'TG', is_demo: false },
      created_at: expect.stringMatching(/\+00:00$/),
    });
    const older = { id: 'mer_01KB3FMZZZZZZZZZZZZZZZZZZZ', name: 'Shop', country: 'TG' };
    await ctx.db
      .insertInto('merchants')
      .values({ ...older, created_at: new Date(0) })
      .execute();
    expect((await listMerchants(ctx, command)).merchants[0]).toMatchObject(older);
  });

  it('gets an id that no other merchant has, although half of those of its second are taken', async () => {
    const now_ms = Date.parse('2026-11-27T19:00:00Z');
    vi.spyOn(Date, 'now').mockReturnValue(now_ms);
    const second = makeMerchantId().slice(0, -3);
    const tx = await ctx.database.pool.connect();
    await tx.query(`set session_replication_role = replica`);
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const { rowCount } = await tx.query(
      `insert into merchants (id, name, country, created_at)
       select $1 || first || second || third, 'Taken', 'CI', now()
       from unnest($2::text[]) as first, unnest($3::text[]) as second, unnest($3::text[]) as third`,
      [second, [...alphabet.slice(0, 16)], [...alphabet]],
    );
    await tx.query('reset session_replication_role');
    tx.release();
    expect(rowCount).toBe(16_384);
    const made = [];
    for (let count = 0; count < 12; count++) {
      made.push((await createMerchant(ctx, command, { name: 'New', country: 'CI' })).id);
    }
    expect(new Set(made).size).toBe(12);
    expect(made.filter((id) => !id.startsWith(second) || id.slice(second.length) < 'G')).toEqual([]);
  });

  it('can be marked as the demo merchant', async () => {
    expect(await findDemoMerchant(ctx.db)).toBeUndefined();
    const { id } = await createMerchant(ctx, command, { name: 'Demo', country: 'CI', is_demo: true });
    expect(await findDemoMerchant(ctx.db)).toMatchObject({ id });
  });

  const no_country = 'must be an ISO 3166-1 alpha-2 code, for example CI';
  it.each([
    [{ name: '', country: 'CI' }, { name: ['must not be empty'] }],
    [{ name: '   ', country: 'CI' }, { name: ['must not be empty'] }],
    [{ name: 'x'.repeat(101), country: 'CI' }, { name: ['must be at most 100 characters'] }],
    [{ name: 'a\u0000', country: 'CI' }, { name: ['must not contain a NUL character'] }],
    [{ name: 'Shop', country: 'ci' }, { country: [no_country] }],
    [{ name: 'Shop', country: 'CIV' }, { country: [no_country] }],
    [{ name: 'Shop', country: 'XX' }, { country: [no_country] }],
    [{ name: 'Shop', country: 'ZZ' }, { country: [no_country] }],
    [{ name: 'Shop', country: '' }, { country: [no_country] }],
    [
      { name: '', country: 'XX' },
      { name: ['must not be empty'], country: [no_country] },
    ],
  ])('is refused with the input %j', async (input, fields) => {
    await expect(createMerchant(ctx, command, input)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields,
    });
  });
});

describe('requireMerchant', () => {
  it('throws for an unknown merchant', async () => {
    await expect(requireMerchant(ctx, 'mer_none')).rejects.toMatchObject({ code: 'merchant_not_found' });
  });
});

describe('branding', () => {
  it.each([
    ['#0055aa', '#0055AA'],
    ['#FFFFFF', '#FFFFFF'],
    ['', null],
  ])('stores the color %j as %j', async (primary_color, kept) => {
    const { id } = await create();
    await setBranding(ctx, commandOf(id), { primary_color: '#123456' });
    expect(await setBranding(ctx, commandOf(id), { primary_color })).toEqual({
      primary_color: kept,
      template: 'default',
      logo: null,
    });
    expect(await requireMerchant(ctx, id)).toMatchObject({ primary_color: kept });
  });

  it('keeps omitted settings', async () => {
    const { id } = await create();
    await setBranding(ctx, commandOf(id), { primary_color: '#0055AA', template: 'abidjan' });
    const kept = { primary_color: '#0055AA', template: 'abidjan', logo: null };
    expect(await setBranding(ctx, commandOf(id), {})).toEqual(kept);
    expect(await setBranding(ctx, commandOf(id), { template: 'cotonou' })).toEqual({
      ...kept,
      template: 'cotonou',
    });
    expect(await setBranding(ctx, commandOf(id), { primary_color: '' })).toEqual({
      primary_color: null,
      template: 'cotonou',
      logo: null,
    });
  });

  it.each([
    'blue',
    '#05a',
    '#0055AAFF',
    '#0055AG',
    '0055AA',
    ' #0055AA',
    '#0055AA;',
    '#0055AA\n',
    'red}</style>',
  ])('rejects the color %j', async (primary_color) => {
    const { id } = await create();
    await expect(setBranding(ctx, commandOf(id), { primary_color })).rejects.toMatchObject({
      fields: { primary_color: ['must be a colour as #RRGGBB, or empty'] },
    });
    expect(await requireMerchant(ctx, id)).toMatchObject({ primary_color: null });
  });

  it('throws for an unknown merchant', async () => {
    await expect(setBranding(ctx, commandOf('mer_none'), {})).rejects.toMatchObject({
      code: 'merchant_not_found',
    });
  });
});
