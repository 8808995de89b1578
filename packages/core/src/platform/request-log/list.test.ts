import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { countScannedRows } from '../../../../../test-support/scanned-rows.ts';
import { listRequests } from './list.ts';

const many = 40_100;
/** The rows that a page may examine, each counted when it is read and when it is compared. */
const examined_max = 25_000;
const developer = staffOf('developer', 'mer_many');

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
  await ctx.pool.query(
    `insert into api_requests (merchant_id, id, mode, key_id, method, path, status, code, duration_ms, created_at)
    select $1, 'req_' || number, 'test', 'key_1', 'GET', case when number = 100001 then '/rare' else '/usual' end,
      200, null, 1, now()
    from generate_series(100001, 100000 + $2::int) as number`,
    [developer.merchant_id, many],
  );
});
afterAll(() => ctx.database.close());

it('a search of the request log that finds nothing examines a part, and the next page continues', async () => {
  const filter = { path: '/rare' };
  let page = await listRequests(ctx, developer, filter);
  expect(page).toMatchObject({ items: [], searched_until: expect.any(String) });
  let pages = 1;
  while (page.next_cursor !== null) {
    page = await listRequests(ctx, developer, { ...filter, cursor: page.next_cursor });
    pages += 1;
  }
  expect(page).toMatchObject({ items: [{ id: 'req_100001' }], searched_until: null });
  expect(pages).toBe(9);
});

it.each([{ path: '/none' }, { status: '201' }, { method: 'POST' }, { path: '/none', key_id: 'key_1' }])(
  'a page of the request log takes a limited time with the filter %j',
  async (filter) => {
    const scanned = await countScannedRows(ctx.pool, (db) => listRequests({ db }, developer, filter));
    expect(scanned).toBeLessThan(examined_max);
  },
);

it('a search of the request log that finds enough has an ordinary cursor', async () => {
  const page = await listRequests(ctx, developer, { path: '/usual', limit: '2' });
  expect(page).toMatchObject({ next_cursor: 'req_140099', searched_until: null });
  expect(page.items.map(({ id }) => id)).toEqual(['req_140100', 'req_140099']);
});

it('a request is found by its id, however old it is', async () => {
  const page = await listRequests(ctx, developer, { id: 'req_100001' });
  expect(page).toMatchObject({ items: [{ path: '/rare' }], next_cursor: null });
});
