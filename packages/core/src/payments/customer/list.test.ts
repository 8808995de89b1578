import { AppError } from '@guichet/kernel/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { attachCustomers } from './attach.ts';
import { listCustomers } from './list.ts';
import { retrieveCustomer } from './retrieve.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  caller = await makeCaller(ctx);
});

const none = { phone: null, email: null, first_name: null, last_name: null };
const ivorian = (last: number): string => `+22507000000${String(last).padStart(2, '0')}`;
const ghanaian = (last: number): string => `+2332412345${String(last).padStart(2, '0')}`;

/** Creates customers with these numbers. @returns their ids in the same order */
async function make(phones: readonly string[], by: Caller = caller): Promise<string[]> {
  const { merchant_id, mode } = by;
  const ids: string[] = [];
  // In sequence, so that they are created in this order.
  for (const phone of phones) {
    const [id] = await attachCustomers(ctx, [{ ...none, merchant_id, mode, phone }]);
    if (id) ids.push(id);
  }
  return ids;
}
const count = (size: number): number[] => Array.from({ length: size }, (_, index) => index);

/** Lists the ids of each page. */
async function pages(query: Record<string, string>, between?: () => Promise<unknown>): Promise<string[][]> {
  const all: string[][] = [];
  let next: string | null = null;
  do {
    const cursor: { cursor?: string } = next === null ? {} : { cursor: next };
    const page = await listCustomers(ctx, caller, { ...query, ...cursor });
    all.push(page.items.map(({ id }) => id));
    next = page.next_cursor;
    await between?.();
  } while (next !== null);
  return all;
}

describe('a list of customers', () => {
  it('is empty when there are no customers', async () => {
    expect(await listCustomers(ctx, caller, {})).toEqual({ items: [], next_cursor: null });
  });

  it('shows the newest first, each as it is when retrieved alone', async () => {
    const ids = await make([ivorian(1), ghanaian(1), ivorian(2)]);
    const { items } = await listCustomers(ctx, caller, {});
    expect(items.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(items[1]).toEqual({
      id: ids[1],
      object: 'customer',
      email: null,
      first_name: null,
      last_name: null,
      phone: ghanaian(1),
      country: 'GH',
      livemode: false,
      created_at: '2040-03-01T10:00:00.000+00:00',
    });
    for (const item of items) expect(await retrieveCustomer(ctx, caller, item.id)).toEqual(item);
  });

  it.each<[string | undefined, number[]]>([
    [undefined, [25, 25, 10]],
    ['100', [60]],
    ['60', [60]],
    ['59', [59, 1]],
    ['20', [20, 20, 20]],
  ])('of sixty with limit %s has pages of %j', async (limit, sizes) => {
    const ids = await make(count(60).map(ivorian));
    const found = await pages(limit === undefined ? {} : { limit });
    expect(found.map((page) => page.length)).toEqual(sizes);
    expect(found.flat()).toEqual(ids.toReversed());
  });

  it('is stable while customers are added', async () => {
    const ids = await make(count(30).map(ivorian));
    let next = 40;
    const found = await pages({ limit: '7' }, () => make([ivorian(next++)]));
    expect(found.flat()).toEqual(ids.toReversed());
  });

  it('continues after a customer that was merged away', async () => {
    const { merchant_id, mode } = caller;
    const email = 'ama@shop.example';
    const owner = { ...none, merchant_id, mode };
    const [old, number] = await make([ivorian(1), ivorian(2)]);
    const [loose] = await attachCustomers(ctx, [{ ...owner, email }]);
    const first = await listCustomers(ctx, caller, { limit: '1' });
    expect(first).toMatchObject({ items: [{ id: loose }], next_cursor: loose });
    await attachCustomers(ctx, [{ ...owner, email, phone: ivorian(2) }]);
    const { items } = await listCustomers(ctx, caller, { cursor: first.next_cursor ?? '' });
    expect(items.map(({ id }) => id)).toEqual([number, old]);
  });

  it.each<[string, number, number]>([
    ['CI', 5, 2],
    ['ci', 5, 2],
    ['Gh', 3, 1],
    ['SN', 0, 1],
  ])('can be limited to the country %s', async (country, size, page_count) => {
    const [first_ci, ...ci] = await make(count(5).map(ivorian));
    const gh = await make(count(3).map(ghanaian));
    const { merchant_id, mode } = caller;
    await attachCustomers(ctx, [{ ...none, merchant_id, mode, email: 'no-country@shop.example' }]);
    const found = await pages({ country, limit: '3' });
    expect(found).toHaveLength(page_count);
    expect(found.flat()).toHaveLength(size);
    const expected = { CI: [first_ci, ...ci], GH: gh }[country.toUpperCase()] ?? [];
    expect(found.flat()).toEqual(expected.toReversed());
  });

  it('never shows customers of another merchant or mode, even with one of their ids as the cursor', async () => {
    const live: Caller = { ...caller, mode: 'live' };
    const other = await makeCaller(ctx);
    const own = await make([ivorian(1)]);
    const theirs = [...(await make([ivorian(1)], live)), ...(await make([ivorian(1)], other))];
    expect((await pages({})).flat()).toEqual(own);
    for (const id of theirs) {
      expect(
        (await listCustomers(ctx, caller, { cursor: id })).items.every((item) => item.id === own[0]),
      ).toBe(true);
      await expect(retrieveCustomer(ctx, caller, id)).rejects.toMatchObject({ code: 'customer_not_found' });
    }
    expect(await listCustomers(ctx, live, {})).toMatchObject({ items: [{ id: theirs[0], livemode: true }] });
  });

  const no_country = ['must be an ISO 3166-1 alpha-2 code, for example CI'];
  const no_cursor = ['must be the next_cursor of an earlier page'];
  it.each<[Record<string, unknown>, Record<string, string[]>]>([
    [{ limit: '0' }, { limit: ['must be at least 1'] }],
    [{ limit: '101' }, { limit: ['must be at most 100'] }],
    [{ limit: 'ten' }, { limit: ['must be an integer'] }],
    [{ country: 'CIV' }, { country: no_country }],
    [{ country: 'ZZ' }, { country: no_country }],
    [{ country: 'ß' }, { country: no_country }],
    [{ country: '' }, { country: no_country }],
    [{ cursor: 'abc' }, { cursor: no_cursor }],
    [{ cursor: '' }, { cursor: no_cursor }],
    [{ cursor: 'pay_01JD0Z5T8QABCDEFGHJKMNPQRS' }, { cursor: no_cursor }],
    [
      { page: '2', limit: '-1' },
      { page: ['is not a known field'], limit: ['must be at least 1'] },
    ],
    [{ country: ['CI', 'SN'] }, { country: ['must be given once'] }],
  ])('rejects %j', async (query, fields) => {
    await expect(listCustomers(ctx, caller, query)).rejects.toThrow(AppError);
    await expect(listCustomers(ctx, caller, query)).rejects.toMatchObject({ code: 'invalid_fields', fields });
  });
});

describe('one customer', () => {
  it.each([
    'cus_01JD0Z5T8QABCDEFGHJKMNPQRS',
    'cus_',
    '',
    'pay_01JD0Z5T8QABCDEFGHJKMNPQRS',
    `cus_01JD0Z5T8QABCDEFGHJKMNPQRS'`,
    'cus_\u0000',
    'x'.repeat(10_000),
  ])('is not found by %j', async (id) => {
    await expect(retrieveCustomer(ctx, caller, id)).rejects.toMatchObject({ code: 'customer_not_found' });
  });
});
