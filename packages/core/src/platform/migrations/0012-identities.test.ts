import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { addressOf, withConnection } from '../../../../../test-support/connection.ts';
import { type Connected, connect } from '../database/connect.ts';
import { up as house } from './0001-house.ts';
import { up as api } from './0002-api.ts';
import { up as page } from './0003-page.ts';
import { up as operators } from './0004-operators.ts';
import { up as webhooks } from './0005-webhooks.ts';
import { up as dashboard } from './0006-dashboard.ts';
import { up as payout_batches } from './0007-payout-batches.ts';
import { up as large_lists } from './0008-large-lists.ts';
import { up as staff_safety } from './0009-staff-safety.ts';
import { up as payout_resolutions } from './0010-payout-resolutions.ts';
import { up as identities } from './0012-identities.ts';

const before = [
  ...[house, api, page, operators, webhooks, dashboard],
  ...[payout_batches, large_lists, staff_safety, payout_resolutions],
];

let name: string;
let connected: Connected;
beforeEach(async () => {
  name = `guichet_split_${randomBytes(4).toString('hex')}`;
  await withConnection(inject('server_url'), (client) => client.query(`create database ${name}`));
  connected = connect(addressOf(inject('server_url'), name), {
    connections_max: 1,
    onError: (error) => {
      throw error;
    },
  });
  for (const up of before) await apply(up);
});
afterEach(async () => {
  await connected.close();
  await withConnection(inject('server_url'), (client) => client.query(`drop database ${name}`));
});

const apply = (up: (db: Kysely<unknown>) => Promise<void>) =>
  (connected.db as unknown as Kysely<unknown>).transaction().execute(up);

const query = async (text: string, ...values: unknown[]) => (await connected.pool.query(text, values)).rows;

async function addMerchant(id: string): Promise<void> {
  await query(`insert into merchants (id, name, country, created_at) values ($1, $1, 'CI', now())`, id);
}

/** Somebody with a password, a passkey and a session. */
async function addPerson(id: string): Promise<void> {
  await query(
    `insert into staff values ($1, $1, $1 || '@shop.example', true, null, true, 'fr', now(), now())`,
    id,
  );
  await query(
    `insert into staff_accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
     values ($1, $1, $1, 'credential', 'hash', now(), now())`,
    id,
  );
  await query(
    `insert into staff_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
     values ($1, $1, 'key', $1, 0, 'x', true)`,
    id,
  );
  await query(
    `insert into staff_sessions values ($1, $1, $1, now() + interval '1 day', null, null, now(), now())`,
    id,
  );
}

async function join(merchant_id: string, user_id: string, role: string): Promise<void> {
  await query(`insert into members values ($1, $2, $3, now(), now())`, merchant_id, user_id, role);
}

it('gives each merchant its own sign-ins, and leaves what they sign in with where they were first', async () => {
  for (const id of ['mer_a', 'mer_b', 'mer_c']) await addMerchant(id);
  for (const id of ['stf_one', 'stf_both', 'stf_moved', 'stf_gone']) await addPerson(id);
  await join('mer_a', 'stf_one', 'owner');
  await join('mer_b', 'stf_both', 'owner');
  await join('mer_a', 'stf_both', 'finance');
  // Made by the people of a, who may still know how to get in.
  await join('mer_a', 'stf_moved', 'viewer');
  await query(`delete from members where user_id = 'stf_moved'`);
  await join('mer_c', 'stf_moved', 'admin');
  await query(
    `insert into staff_password_links values ('\\x01', 'stf_moved', false, 'somebody', now(), now() + interval '1 day')`,
  );

  await apply(identities);

  const people = await query(`
    select staff.merchant_id, staff.name, staff.email, role, members.merchant_id = staff.merchant_id as is_same,
      staff.id = staff.name as is_kept, two_factor_enabled as has_app,
      (select count(*)::int from staff_accounts where user_id = staff.id) as passwords,
      (select count(*)::int from staff_passkeys where user_id = staff.id) as passkeys,
      (select count(*)::int from staff_sessions where user_id = staff.id) as sessions
    from staff join members on members.user_id = staff.id order by 1, 2`);
  const kept = { is_same: true, is_kept: true, has_app: true, passwords: 1, passkeys: 1, sessions: 1 };
  const bare = { is_same: true, is_kept: false, has_app: false, passwords: 0, passkeys: 0, sessions: 0 };
  const person = (at: string, id: string, role: string) => ({
    ...{ merchant_id: at, name: id, email: `${id}@shop.example`, role },
  });
  expect(people).toEqual([
    { ...person('mer_a', 'stf_both', 'finance'), ...bare },
    { ...person('mer_a', 'stf_one', 'owner'), ...kept },
    { ...person('mer_b', 'stf_both', 'owner'), ...kept },
    { ...person('mer_c', 'stf_moved', 'admin'), ...bare },
  ]);
  expect(await query('select count(*)::int as total from staff')).toEqual([{ total: 4 }]);
  expect(await query('select 1 from staff_password_links')).toEqual([]);
});

it('still knows who may not approve what they have made', async () => {
  for (const id of ['mer_a', 'mer_b']) await addMerchant(id);
  await addPerson('stf_both');
  await join('mer_a', 'stf_both', 'owner');
  await join('mer_b', 'stf_both', 'owner');
  await query('set session_replication_role = replica');
  await query(
    `insert into payout_orders (merchant_id, payout_id, mode, made_by, made_by_name, approval, created_at)
     select unnest(array['mer_a', 'mer_b']), 'pyt_1', 'live', 'stf_both', 'B', 'waiting', now()`,
  );
  await query('set session_replication_role = origin');
  await apply(identities);
  expect(
    await query(
      'select made_by = members.user_id as is_known from payout_orders join members using (merchant_id)',
    ),
  ).toEqual([{ is_known: true }, { is_known: true }]);
});
