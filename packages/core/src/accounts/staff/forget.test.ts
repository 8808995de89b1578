import { housekeep } from '@guichet/server/worker/housekeep';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { createMerchant } from '../merchants/create.ts';
import { createStaff } from './create.ts';
import { makeInvitationFor } from './invitations/invite.ts';
import { makePasswordLinkFor } from './password-links.ts';
import { countRefusal } from './sign-ins/queries.ts';
import { useCode } from './use-code.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const hour_ms = 60 * 60 * 1000;
const day_ms = 24 * hour_ms;

/** Counts the rows of each table that has expiring rows. */
async function count(): Promise<Record<string, number>> {
  const tables = [
    ...['staff_sessions', 'staff_verifications', 'staff_password_links', 'invitations'],
    ...['staff_used_codes', 'staff_refusals'],
  ];
  const counted = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await ctx.database.pool.query(`select count(*)::int as rows from ${table}`);
      return [table, rows[0].rows] as const;
    }),
  );
  return Object.fromEntries(counted);
}

test('housekeeping deletes expired rows and no others', async () => {
  const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Shop', country: 'CI' });
  const email = 'awa@shop.example';
  const { id } = await createStaff(ctx, command, {
    ...{ merchant_id, email, name: 'Awa', role: 'owner', password_hash: 'x:y' },
  });
  const now = ctx.clock.now();
  const over = new Date(now.getTime() + 7 * day_ms);
  const { pool } = ctx.database;
  await pool.query(
    `insert into staff_sessions (id, user_id, token, expires_at, created_at, updated_at)
     values ('stf_1', $1, 'token', now() + interval '1 hour', now(), now())`,
    [id],
  );
  await pool.query(
    `insert into staff_verifications (id, identifier, value, expires_at, created_at, updated_at)
     values ('stf_2', 'x', 'y', $1, $2, $2)`,
    [over, now],
  );
  await makePasswordLinkFor(ctx, { ...command, name: 'test' }, { email, clears_factors: false });
  await makeInvitationFor(
    ctx,
    { ...command, name: 'test' },
    { merchant_id, email: 'kofi@shop.example', role: 'viewer' },
  );
  await useCode(ctx, id, '123456');
  await countRefusal(ctx.db, id, now);

  ctx.clock.advance(hour_ms);
  await housekeep(ctx);
  expect(await count()).toMatchObject({
    ...{ staff_sessions: 1, staff_verifications: 1, staff_password_links: 1, invitations: 1 },
    ...{ staff_used_codes: 1, staff_refusals: 1 },
  });
  ctx.clock.advance(7 * day_ms);
  // Sessions expire by the database's clock.
  await pool.query(`update staff_sessions set used_at = now() - interval '8 hours'`);
  await housekeep(ctx);
  const left = await count();
  expect(left).toEqual(Object.fromEntries(Object.keys(left).map((table) => [table, 0])));
});
