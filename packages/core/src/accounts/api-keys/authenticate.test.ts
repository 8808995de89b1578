import { setTimeout } from 'node:timers/promises';
import { AppError } from '@guichet/kernel/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, start, type TestContext } from '../../../../../test-support/context.ts';
import { connect } from '../../platform/database/connect.ts';
import { createMerchant } from '../merchants/create.ts';
import { makeAuthenticate } from './authenticate.ts';
import { createKey } from './create.ts';
import { makeKey } from './format.ts';
import { revokeKey } from './revoke.ts';

let ctx: TestContext;
let merchant_id: string;
beforeAll(async () => {
  ctx = await makeTestContext();
  merchant_id = (await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id;
});
afterAll(() => ctx.database.close());

const make = (mode: 'test' | 'live' = 'test') => createKey(ctx, commandOf(merchant_id, mode), {});

/** Calls `authenticate`. @returns the caller, or the error code of the refusal */
async function ask(authenticate: ReturnType<typeof makeAuthenticate>, header: string | undefined) {
  try {
    return await authenticate(header);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Returns every row of every table as text. */
async function dump(): Promise<string> {
  const tables = await ctx.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await ctx.pool.query<{ text: string }>(`select row::text as text from ${name} as row`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

describe('a request', () => {
  it.each(['test', 'live'] as const)(
    'with a key of mode %s acts for the key’s merchant in that mode',
    async (mode) => {
      const { id, key } = await make(mode);
      const authenticate = makeAuthenticate(ctx.db);
      const caller = { merchant_id, key_id: id, mode, rate_limit_per_second: null };
      expect(await ask(authenticate, `Bearer ${key}`)).toMatchObject(caller);
      // RFC 9110 section 11.1: the scheme's name is case-insensitive.
      expect(await ask(authenticate, `bearer   ${key} `)).toMatchObject(caller);
    },
  );

  it.each([
    [undefined, 'authentication_required'],
    ['', 'authentication_required'],
    ['   ', 'authentication_required'],
    ['Bearer', 'authentication_required'],
    ['Bearer ', 'authentication_required'],
    ['Basic dXNlcjpwYXNz', 'authentication_required'],
    ['KEY', 'authentication_required'],
    ['Bearer KEY KEY', 'authentication_required'],
    ['Bearer: KEY', 'authentication_required'],
    ['Bearer x', 'invalid_api_key'],
    ['Bearer "KEY"', 'invalid_api_key'],
    ['Bearer KEYx', 'invalid_api_key'],
    ['Bearer TYPO', 'invalid_api_key'],
    ['Bearer STRANGER', 'invalid_api_key'],
    [`Bearer ${'x'.repeat(10_000)}`, 'invalid_api_key'],
  ])('with %j is refused: %s', async (template, code) => {
    const { key } = await make();
    const typo = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    const header = template
      ?.replaceAll('KEY', key)
      .replace('TYPO', typo)
      // Well formed, but never issued.
      .replace('STRANGER', makeKey('test'));
    expect(await ask(makeAuthenticate(ctx.db), header)).toBe(code);
  });

  it('with a mistyped key does not reach the database', async () => {
    const closed = await makeClosed();
    expect(await ask(makeAuthenticate(closed), 'Bearer svc_test_00000000000000000000000000000000')).toBe(
      'invalid_api_key',
    );
  });
});

/** Makes a database whose connections are closed, so that every query fails. */
async function makeClosed() {
  const opened = connect(ctx.database.database_url, {
    connections_max: 1,
    onError: (error) => {
      throw error;
    },
  });
  await opened.close();
  return opened.db;
}

describe('a revoked key', () => {
  it('is refused immediately by a process that has not cached it', async () => {
    const { id, key } = await make();
    await revokeKey(ctx, command, id);
    expect(await ask(makeAuthenticate(ctx.db), `Bearer ${key}`)).toBe('revoked_api_key');
  });

  it('is refused within a second by a process that has just used it', async () => {
    const { id, key } = await make();
    const authenticate = makeAuthenticate(ctx.db);
    expect(await ask(authenticate, `Bearer ${key}`)).toMatchObject({ key_id: id });
    await revokeKey(ctx, command, id);
    await setTimeout(1000);
    expect(await ask(authenticate, `Bearer ${key}`)).toBe('revoked_api_key');
  });

  it('keeps the time of its first revocation', async () => {
    const { id } = await make();
    const first = await revokeKey(ctx, command, id);
    expect(first).toEqual({ id, revoked_at: start.toISOString().replace('Z', '+00:00') });
    ctx.clock.advance(60_000);
    expect(await revokeKey(ctx, command, id)).toEqual(first);
  });

  it('does not affect the merchant’s other keys', async () => {
    const [one, other] = [await make(), await make()];
    await revokeKey(ctx, command, one.id);
    expect(await ask(makeAuthenticate(ctx.db), `Bearer ${other.key}`)).toMatchObject({ key_id: other.id });
  });

  it('must exist: revoking an unknown key is refused with key_not_found', async () => {
    await expect(revokeKey(ctx, command, 'key_none')).rejects.toMatchObject({ code: 'key_not_found' });
  });
});

describe('a database error', () => {
  it('is not treated as a refusal or cached', async () => {
    const { id, key } = await make();
    const authenticate = makeAuthenticate(ctx.db);
    await ctx.pool.query('alter table api_keys rename to api_keys_away');
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: '42P01' });
    await ctx.pool.query('alter table api_keys_away rename to api_keys');
    expect(await ask(authenticate, `Bearer ${key}`)).toMatchObject({ key_id: id });
  });
});

describe('concurrent requests', () => {
  it('share one database read', async () => {
    const { id, key } = await make();
    const authenticate = makeAuthenticate(ctx.db);
    let queries = 0;
    const count = (): void => {
      queries++;
    };
    ctx.pool.on('acquire', count);
    const callers = await Promise.all(Array.from({ length: 50 }, () => authenticate(`Bearer ${key}`)));
    ctx.pool.off('acquire', count);
    const caller = { merchant_id, key_id: id, mode: 'test', rate_limit_per_second: null };
    expect(callers).toMatchObject(Array(50).fill(caller));
    expect(queries).toBe(1);
  });
});

describe('the stored form of a key', () => {
  it('is its hash and last four characters, never the key itself', async () => {
    const { id, key } = await make();
    const row = await ctx.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      merchant_id,
      mode: 'test',
      last_four: key.slice(-4),
      created_at: ctx.clock.now(),
    });
    const all = await dump();
    expect(all).toContain(id);
    expect(all).not.toContain(key);
    expect(all).not.toContain(key.slice(9, 35));
  });

  it('requires an existing merchant', async () => {
    await expect(createKey(ctx, commandOf('mer_none', 'test'), {})).rejects.toMatchObject({
      code: 'merchant_not_found',
    });
  });
});
