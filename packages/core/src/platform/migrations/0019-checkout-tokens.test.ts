import { randomBytes } from 'node:crypto';
import { systemClock } from '@guichet/kernel/clock';
import { makeToken } from '@guichet/kernel/ids';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { addressOf, withConnection } from '../../../../../test-support/connection.ts';
import { requireSession } from '../../payments/session/find.ts';
import { type Connected, connect } from '../database/connect.ts';
import { makeCheckoutTokens } from '../secrets/checkout-tokens.ts';
import { makeSecretBox } from '../secrets/seal.ts';
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
import { up as account_addresses } from './0014-account-addresses.ts';
import { up as key_scopes } from './0015-key-scopes.ts';
import { up as approval } from './0016-approval.ts';
import { up as sessions } from './0017-sessions.ts';
import { up as payers } from './0018-payers.ts';
import { up as personal_data } from './0018-personal-data.ts';
import { up } from './0019-checkout-tokens.ts';

const before = [
  ...[house, api, page, operators, webhooks, dashboard, payout_batches, large_lists, staff_safety],
  ...[
    payout_resolutions,
    identities,
    account_addresses,
    key_scopes,
    approval,
    sessions,
    payers,
    personal_data,
  ],
];

const tokens = makeCheckoutTokens(makeSecretBox('key of the tests, 32 characters!'));
const hour_ms = 3_600_000;

let name: string;
let connected: Connected;
beforeEach(async () => {
  name = `guichet_tokens_${randomBytes(4).toString('hex')}`;
  await withConnection(inject('server_url'), (client) => client.query(`create database ${name}`));
  connected = connect(addressOf(inject('server_url'), name), {
    connections_max: 1,
    onError: (error) => {
      throw error;
    },
  });
  for (const earlier of before) await apply(earlier);
});
afterEach(async () => {
  await connected.close();
  await withConnection(inject('server_url'), (client) => client.query(`drop database ${name}`));
});

const apply = (change: (db: Kysely<unknown>) => Promise<void>) =>
  (connected.db as unknown as Kysely<unknown>).transaction().execute(change);

const query = async (text: string, ...values: unknown[]) => (await connected.pool.query(text, values)).rows;

/** A session as the version before wrote it. @param age_ms since it ended; negative while it is open */
async function addSession(id: string, age_ms: number): Promise<string> {
  const token = makeToken();
  const ended_at = new Date(Date.now() - age_ms);
  await query(
    `insert into payments (merchant_id, id, mode, status, currency, amount_minor, return_url, session_token, created_at)
     values ('mer_1', $1, 'test', 'pending', 'XOF', 5000, 'https://shop.example', $2, $3)`,
    ...[id, token, ended_at],
  );
  await query(
    `insert into checkout_sessions (merchant_id, token, mode, payment_id, status, created_at, expires_at)
     values ('mer_1', $2, 'test', $1, 'active', $3, $3)`,
    ...[id, token, ended_at],
  );
  await query(
    `insert into sandbox_transactions (reference, phone, currency, amount_minor, session_token, session_page_url,
       session_expires_at, created_at)
     values (gen_random_uuid(), '+2250504030200', 'XOF', 5000, $1, $2, $3, $3)`,
    ...[token, `http://localhost:3000/pay/${token}`, ended_at],
  );
  return token;
}

const find = (token: string, ahead_ms = 0) => {
  const clock = { ...systemClock, now: () => new Date(Date.now() + ahead_ms) };
  return requireSession({ db: connected.db, clock, tokens }, token);
};

it('tokens that were given out open their sessions; what the database has opens nothing', async () => {
  const open = await addSession('pay_open', -hour_ms / 2);
  const over = await addSession('pay_over', 71 * hour_ms);
  const old = await addSession('pay_old', 73 * hour_ms);
  await query(`insert into short_codes values ('01ABCD10', 'mer_1', $1, now())`, open);
  await apply(up);
  for (const [token, payment_id] of [
    [open, 'pay_open'],
    [over, 'pay_over'],
  ] as const) {
    const session = await find(token);
    expect(session.payment_id).toBe(payment_id);
    // What the API gives from now on opens the same.
    expect(await find(tokens.tokenOf(session.token))).toEqual(session);
  }
  await expect(find(old)).rejects.toMatchObject({ code: 'session_not_found' });
  const rows = await query(`
    select payments.id, payments.session_token as handle, books.session_token as in_books
    from payments
    join checkout_sessions as session on session.payment_id = payments.id and session.token = payments.session_token
    join sandbox_transactions as books on books.session_token = session.token
    order by payments.id`);
  expect(rows.map(({ id }) => id)).toEqual(['pay_old', 'pay_open', 'pay_over']);
  expect(await query('select code from short_codes')).toEqual([]);
  for (const { handle } of rows)
    await expect(find(handle)).rejects.toMatchObject({ code: 'session_not_found' });
  const texts = JSON.stringify(
    [
      rows,
      ...(await Promise.all(
        ['checkout_sessions', 'payments', 'short_codes', 'sandbox_transactions'].map((table) =>
          query(`select * from ${table}`),
        ),
      )),
    ],
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  );
  for (const token of [open, over]) expect(texts).not.toContain(token);
  // A session so old is found by what the API gives for its payment.
  const [{ handle }] = rows;
  expect(await find(tokens.tokenOf(handle))).toMatchObject({ payment_id: 'pay_old' });
});

it('tokens of before stop opening anything three days after their session', async () => {
  const token = await addSession('pay_1', -hour_ms / 2);
  await apply(up);
  const { token: handle } = await find(token, 72 * hour_ms);
  await expect(find(token, 73 * hour_ms)).rejects.toMatchObject({ code: 'session_not_found' });
  expect(await find(tokens.tokenOf(handle), 73 * hour_ms)).toMatchObject({ payment_id: 'pay_1' });
});
