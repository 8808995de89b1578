import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { countScannedRows } from '../../../../../test-support/scanned-rows.ts';
import { browseAudit, exportAudit } from './browse.ts';

const many = 60_100;
/** The rows that a page may examine, each counted when it is read and when it is compared. */
const examined_max = 25_000;
const owner = staffOf('owner', 'mer_many');
/** Each matches half of the entries; both together match one, the oldest. */
const disjoint = { author: 'stf_a', object_type: 'rule' };

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
  await ctx.pool.query(
    `insert into audit_log (merchant_id, author_kind, author_id, action, object_type, object_id)
    select $1, 'staff', case when number % 2 = 0 or number = 1 then 'stf_a' else 'stf_b' end, 'changed',
      case when number % 2 = 0 then 'key' else 'rule' end, 'x_' || number
    from generate_series(1, $2::int) as number`,
    [owner.merchant_id, many],
  );
});
afterAll(() => ctx.database.close());

it('a search of the audit log that finds little examines a part, and the next page continues', async () => {
  let page = await browseAudit(ctx, owner, disjoint);
  expect(page).toMatchObject({ items: [], searched_until: expect.any(String) });
  for (let pages = 0; page.next_cursor !== null && pages < 10; pages++)
    page = await browseAudit(ctx, owner, { ...disjoint, cursor: page.next_cursor });
  expect(page).toMatchObject({ items: [{ object_id: 'x_1' }], next_cursor: null, searched_until: null });
});

it.each([disjoint, { object_id: 'x_none' }, { action: 'changed', author: 'stf_b', object_type: 'key' }])(
  'a page of the audit log takes a limited time with the filters %j',
  async (filter) => {
    const scanned = await countScannedRows(ctx.pool, (db) => browseAudit({ db }, owner, filter));
    expect(scanned).toBeLessThan(examined_max);
  },
);

it('the export contains every match, however far apart they are', async () => {
  let text = '';
  for await (const part of exportAudit(ctx, owner, disjoint)) text += part;
  expect(text.match(/x_\d+/g)).toEqual(['x_1']);
});
