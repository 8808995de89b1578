import { showCallback } from '@guichet/core/operations';
import { silentLog } from '@guichet/kernel/log';
import { describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { advance } from '../../../../test-support/jobs.ts';
import { housekeep } from '../worker/housekeep.ts';

import { accounts, call, ctx, newest, open, paid, serveCallbacks, taken, url } from './testing/set-up.ts';

serveCallbacks();

describe('the callback URL', () => {
  test('of an unknown account or connector gets a 404', async () => {
    const { signed } = accounts;
    for (const account of [
      { ...signed, id: 'cac_0' },
      { ...signed, connector: 'plain-hint' },
      { ...signed, connector: 'sandbox' },
    ]) {
      expect((await call(account, {})).status).toBe(404);
    }
  });

  test('accepts POST and PUT only', async () => {
    const path = `${url}/callbacks/plain-signed/${accounts.signed.id}`;
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const response = await fetch(path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, PUT']);
    }
  });

  test('accepts at most 64 KB', async () => {
    expect(await call(accounts.signed, 'x'.repeat(64 * 1024))).toMatchObject(taken);
    expect((await call(accounts.signed, 'x'.repeat(64 * 1024 + 1))).status).toBe(413);
  });

  test.each(['application/xml', 'nonsense', 'application/json; charset=latin1', 'text/plain', ''])(
    'accepts any content type: %j',
    async (type) => {
      expect(await call(accounts.signed, '<a/>', { headers: { 'content-type': type } })).toMatchObject(taken);
    },
  );

  test('keeps callbacks for support, and shows them without secrets and phone numbers', async () => {
    const { attempt } = await open(accounts.signed);
    const tail = `/${attempt.reference}?number=${encodeURIComponent(attempt.phone)}`;
    const note = `from ${attempt.phone.slice(1)} again`;
    const headers = { authorization: 'Basic c2VjcmV0', 'x-from': '2250700000000' };
    await call(
      accounts.signed,
      { ...paid(attempt.reference), note, payer: 2250700000000 },
      { tail, headers },
    );
    const { id } = (await newest(accounts.signed)) ?? { id: '' };
    const shown = await showCallback(ctx, command, { id, is_raw: false });
    expect(shown).toMatchObject({ about: attempt.id, headers: { 'content-type': 'application/json' } });
    const text = JSON.stringify(shown);
    for (const secret of [attempt.phone.slice(-8), '2250700000000', 'c2VjcmV0']) {
      expect(text).not.toContain(secret);
    }
    expect(JSON.parse(shown.body)).toMatchObject({ status: 'paid', amount: 5100 });
    const raw = await showCallback(ctx, command, { id, is_raw: true });
    expect(raw.headers.authorization).toBe('Basic c2VjcmV0');
    expect(raw.body).toContain(note);
    const row = await ctx.db
      .selectFrom('callbacks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.headers_sealed).not.toContain('c2VjcmV0');
  });

  test('deletes callbacks after 90 days', async () => {
    await call(accounts.signed, 'to be forgotten');
    const { id } = (await newest(accounts.signed)) ?? { id: '' };
    ctx.clock.advance(89 * 86_400_000);
    await housekeep(ctx);
    await showCallback(ctx, command, { id, is_raw: false });
    ctx.clock.advance(2 * 86_400_000);
    await housekeep(ctx);
    await expect(showCallback(ctx, command, { id, is_raw: false })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

test('the content of a callback is not logged', async () => {
  const { attempt } = await open(accounts.signed);
  await call(accounts.signed, `{"reference": "${attempt.phone}`);
  const lines: unknown[] = [];
  const keep = (...line: unknown[]): void => void lines.push(line);
  const log = { ...silentLog, debug: keep, info: keep, warn: keep, error: keep };
  await advance({ ...ctx, log }, 0);
  expect(JSON.stringify(lines)).toContain('a callback could not be read');
  expect(JSON.stringify(lines)).not.toContain(attempt.phone.slice(-8));
});
