import { makeVisit } from '@guichet/server/dashboard/testing/visit';
import { callApi, makeCheckout } from '@guichet/server/testing/api';
import { send } from '@guichet/server/testing/send';
import { payOnPage } from '@guichet/server/testing/visitor';
import { expect } from 'vitest';
import type { TestService } from '../../../test-support/service.ts';

/** Columns with texts from operators, merchants' servers and browsers. */
const columns = [
  'attempts.operator_code',
  'attempts.provider_reference',
  'payments.failure_operator_code',
  'payouts.failure_operator_code',
  'payouts.provider_reference',
  'webhook_attempts.response_excerpt',
  'webhook_attempts.error',
  'api_requests.method',
  'api_requests.path',
  'staff_sessions.ip_address',
] as const;

/**
 * Puts text wherever parties other than merchants and staff can: into an operator's or a server's response, an
 * address, or the name of a browser.
 *
 * @returns the columns, each with the marker of its text
 */
export async function fillIn(
  service: TestService,
  write: (marker: string) => string,
  user: { readonly id: string; readonly email: string },
): Promise<ReadonlyMap<string, string>> {
  const { pool } = service.database;
  const placed = new Map<string, string>();
  const key = service.demo.test_key;
  // First sends the text in HTTP requests: a refused text must not cause a server error.
  const text = write('wire');
  const path = `/api/v1/payments/${encodeURIComponent(text)}?${encodeURIComponent(text)}`;
  const answers = [
    await callApi(service, path, { key }),
    await callApi(service, '/api/v1/balances', { key, headers: { 'idempotency-key': 'x' } }),
    await send(service.url, '/api/v1/payments/<svg/onload=hostile()>', {
      headers: { authorization: `Bearer ${key}` },
    }),
    await makeVisit(service).send('POST', '/auth/sign-in/email', {
      body: { email: user.email, password: 'not this one' },
      headers: { 'user-agent': text.replaceAll(/[^\x20-\x7e]/g, '') },
    }),
  ];
  const failed = answers.find(({ status }) => status >= 500);
  if (failed) throw new Error(`the service responded with ${failed.status}`);
  await fillTables(service, user.id);
  for (const [at, column] of columns.entries()) {
    const [table = '', name = ''] = column.split('.');
    const marker = `col${at}z`;
    await pool.query(`update ${table} set ${name} = left($1, 250)`, [write(marker)]);
    placed.set(column, marker);
  }
  await pool.query(
    `insert into staff_passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
     values ('stf_hostile', $1, $2, 'x', 'x', 0, 'x', false) on conflict do nothing`,
    [user.id, write('passkeyz')],
  );
  placed.set('staff_passkeys.name', 'passkeyz');
  return placed;
}

/** Creates a refused payment, whose event is sent to the endpoints, and a browser session with a hostile name. */
async function fillTables(service: TestService, user_id: string): Promise<void> {
  const { pool } = service.database;
  const { token, payment_id } = await makeCheckout(service, { description: 'Refused' });
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250504030202' });
  const has = async (statement: string, values: readonly string[]): Promise<boolean> =>
    ((await pool.query(statement, [...values])).rowCount ?? 0) > 0;
  const isRefused = () =>
    has(`select 1 from attempts where payment_id = $1 and status = 'failed'`, [payment_id]);
  await expect.poll(isRefused, { timeout: 20_000 }).toBe(true);
  await expect.poll(() => has('select 1 from webhook_attempts', []), { timeout: 20_000 }).toBe(true);
  // The dashboard never shows a browser's full name, so the test does not search for it.
  await pool.query('update staff_sessions set user_agent = $2 where user_id = $1', [
    user_id,
    '<svg/onload=hostile()>',
  ]);
}
