import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf, visitor } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { createEndpoint } from '../../events/webhooks/endpoints/create.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import type { Context } from '../../platform/context.ts';
import { setRule } from '../../routing/set-rule.ts';
import { createKey } from '../api-keys/create.ts';
import { revokeKey } from '../api-keys/revoke.ts';
import { createMerchant } from '../merchants/create.ts';
import { setBranding } from '../merchants/set-branding.ts';
import { createStaff } from '../staff/create.ts';
import { acceptInvitation } from '../staff/invitations/accept.ts';
import { inviteMember, revokeInvitation } from '../staff/invitations/invite.ts';
import { changeRole, removeMember } from '../staff/members/change.ts';
import { makePasswordLink, setPasswordByLink } from '../staff/password-links.ts';
import { actAs, authorOf } from './act-as.ts';
import { type AuditEntry, browseAudit, exportAudit } from './browse.ts';

let ctx: TestContext;
let merchant_id: string;
let actor: StaffActor;
/** A context in which the actor is the author of every change. */
let acting: Context;
beforeAll(async () => {
  ctx = await makeTestContext();
  merchant_id = (await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id;
  const { id: user_id } = await createStaff(ctx, command, {
    merchant_id,
    email: 'owner@shop.example',
    name: 'Owner',
    role: 'owner',
    password_hash: 'salt:hash-of-owner',
  });
  actor = {
    kind: 'staff',
    user_id,
    name: 'Owner',
    email: 'owner@shop.example',
    merchant_id,
    role: 'owner',
    mode: 'test',
    address: '192.0.2.7',
    request_id: 'req_1',
  };
  acting = actAs(ctx, authorOf(actor));
});
afterAll(() => ctx.database.close());

const newest = async (object_type: string): Promise<AuditEntry> => {
  const { items } = await browseAudit(ctx, actor, { object_type, limit: '1' });
  const [entry] = items;
  if (!entry) throw new Error(`no entry for ${object_type}`);
  return entry;
};
const count = async (): Promise<number> => {
  const { rows } = await ctx.pool.query('select count(*)::int as total from audit_log');
  return rows[0].total;
};
const token_of = (link: string) => link.split('#')[1] ?? '';
const passwords = {
  problem: async () => undefined,
  hash: async (password: string) => `salt:hash-of-${password.length}`,
};
const from = { address: '198.51.100.9', request_id: 'req_2' };

describe('a change', () => {
  const cases: readonly (readonly [
    what: string,
    change: () => Promise<unknown>,
    object_type: string,
    expected: object,
  ])[] = [
    [
      'of a merchant’s branding',
      () => setBranding(acting, commandOf(merchant_id), { primary_color: '#123456' }),
      'merchant',
      { action: 'changed', before: { primary_color: null }, after: { primary_color: '#123456' } },
    ],
    [
      'that creates a key',
      () => createKey(acting, commandOf(merchant_id, 'test'), {}),
      'api_key',
      { action: 'created', mode: 'test', before: null, after: { revoked_at: null } },
    ],
    [
      'that revokes a key',
      async () =>
        revokeKey(acting, command, (await createKey(acting, commandOf(merchant_id, 'live'), {})).id),
      'api_key',
      {
        action: 'changed',
        mode: 'live',
        before: { revoked_at: null },
        after: { revoked_at: expect.any(String) },
      },
    ],
    [
      'that creates a routing rule',
      () =>
        setRule(acting, commandOf(merchant_id, 'test'), {
          operator: 'mtn_ci',
          fee_percent: '2',
          enabled: true,
        }),
      'routing_rule',
      { action: 'created', object_id: 'mtn_ci', after: { fee_percent: 2 } },
    ],
    [
      'of a routing rule',
      () =>
        setRule(acting, commandOf(merchant_id, 'test'), {
          operator: 'mtn_ci',
          fee_percent: '3',
          enabled: true,
        }),
      'routing_rule',
      { action: 'changed', before: { fee_percent: 2 }, after: { fee_percent: 3 } },
    ],
    [
      'that creates a webhook endpoint',
      () => createEndpoint(acting, commandOf(merchant_id, 'test'), { url: 'http://127.0.0.1:9/hook' }),
      'webhook_endpoint',
      { action: 'created', after: { url: 'http://127.0.0.1:9/hook' } },
    ],
    [
      'that creates a webhook secret',
      () => createEndpoint(acting, commandOf(merchant_id, 'test'), { url: 'http://127.0.0.1:9/other' }),
      'webhook_secret',
      { action: 'created', after: { secret_sealed: '[redacted]' } },
    ],
    [
      'that invites somebody',
      () => inviteMember(acting, actor, { email: 'New@shop.example', role: 'viewer' }),
      'invitation',
      { action: 'created', after: { email: 'new@shop.example', role: 'viewer' } },
    ],
    [
      'that revokes an invitation',
      async () => {
        const { invitation } = await inviteMember(acting, actor, { email: 'b@shop.example', role: 'viewer' });
        await revokeInvitation(acting, actor, invitation.id);
      },
      'invitation',
      { action: 'changed', before: { revoked_at: null } },
    ],
    [
      'of a role',
      async () =>
        changeRole(acting, actor, { user_id: await join('c@shop.example'), body: { role: 'admin' } }),
      'member',
      { action: 'changed', before: { role: 'viewer' }, after: { role: 'admin' } },
    ],
    [
      'that removes a member',
      async () => removeMember(acting, actor, await join('d@shop.example')),
      'member',
      { action: 'deleted', before: { role: 'viewer' }, after: null },
    ],
    [
      'that creates a password link',
      async () => makePasswordLink(acting, actor, await join('e@shop.example')),
      'password_link',
      { action: 'created', after: { used_at: null } },
    ],
  ];
  it.each(cases)('%s is recorded with its author', async (_, change, object_type, expected) => {
    await change();
    const entry = await newest(object_type);
    expect(entry).toMatchObject({
      ...expected,
      object_type,
      request_id: 'req_1',
      author: {
        kind: 'staff',
        id: actor.user_id,
        name: 'Owner <owner@shop.example>',
        address: '192.0.2.7',
      },
    });
    // The entry for an update contains only the columns that differ.
    if (entry.action === 'changed') {
      expect(Object.keys(entry.before ?? {})).toEqual(Object.keys(entry.after ?? {}));
      expect(Object.keys(entry.after ?? {}).length).toBeLessThan(4);
    }
  });

  /** Accepts an invitation. @returns the new member's id */
  async function join(email: string): Promise<string> {
    const { link } = await inviteMember(acting, actor, { email, role: 'viewer' });
    await acceptInvitation(
      ctx,
      { ...visitor, ...from },
      { passwords, body: { token: token_of(link), name: 'N', password: 'x' } },
    );
    const { rows } = await ctx.pool.query('select id from staff where email = $1', [email]);
    return rows[0].id;
  }

  it('by a new member is recorded in their own name', async () => {
    const user_id = await join('f@shop.example');
    expect(await newest('member')).toMatchObject({
      action: 'created',
      object_id: user_id,
      author: { kind: 'staff', id: user_id, name: 'N <f@shop.example>', address: '198.51.100.9' },
      request_id: 'req_2',
    });
  });

  it('of a password is recorded for the merchant, without the old or the new password', async () => {
    const user_id = await join('g@shop.example');
    const { link } = await makePasswordLink(acting, actor, user_id);
    const input = { token: token_of(link), new_password: 'longer' };
    await setPasswordByLink(ctx, { ...visitor, ...from }, { passwords, body: input });
    expect(await newest('password')).toMatchObject({
      action: 'changed',
      object_id: user_id,
      author: { id: user_id },
      before: { password: '[redacted]' },
      after: { password: '[redacted]' },
    });
  });

  it('without effect is not recorded', async () => {
    await setBranding(acting, commandOf(merchant_id), { primary_color: '#123456' });
    const before = await count();
    await setBranding(acting, commandOf(merchant_id), { primary_color: '#123456' });
    expect(await count()).toBe(before);
  });

  it('by the service is attributed to the service', async () => {
    await setBranding(ctx, commandOf(merchant_id), { primary_color: '#654321' });
    expect((await newest('merchant')).author).toEqual({
      kind: 'service',
      id: null,
      name: null,
      address: null,
    });
  });

  it('by a command is attributed to the command', async () => {
    const command = actAs(ctx, { kind: 'command', name: 'root' });
    await setBranding(command, commandOf(merchant_id), { primary_color: '#111111' });
    expect((await newest('merchant')).author).toMatchObject({ kind: 'command', name: 'root' });
  });
});

describe('the log', () => {
  it('is written in the same transaction: a rollback removes the entry too', async () => {
    const before = await count();
    const undone = acting.db.transaction().execute(async (tx) => {
      await tx.updateTable('merchants').set({ name: 'Other' }).where('id', '=', merchant_id).execute();
      const { total } = await tx
        .selectFrom('audit_log')
        .select((column) => column.fn.countAll<bigint>().as('total'))
        .executeTakeFirstOrThrow();
      expect(Number(total)).toBe(before + 1);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await count()).toBe(before);
  });

  it('leaves no author on a connection, even after an error', async () => {
    const one = actAs({ ...ctx, pool: ctx.pool }, { kind: 'command', name: 'somebody' });
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        setBranding(at % 2 === 0 ? one : ctx, commandOf(merchant_id), { primary_color: `#0000${10 + at}` }),
      ),
    );
    await expect(
      one.db
        .updateTable('merchants')
        .set({ country: null as unknown as string })
        .execute(),
    ).rejects.toThrow(/null value/);
    const clients = await Promise.all(Array.from({ length: 10 }, () => ctx.pool.connect()));
    for (const client of clients) {
      const { rows } = await client.query(`select current_setting('guichet.author', true) as author`);
      expect(rows[0].author ?? '').toBe('');
      client.release();
    }
    const { items } = await browseAudit(ctx, actor, { object_type: 'merchant', limit: '30' });
    expect(items.filter(({ author }) => author.name === 'somebody')).toHaveLength(15);
    expect(items.filter(({ author }) => author.kind === 'service')).toHaveLength(15);
  });

  it.each(['update audit_log set action = $$deleted$$', 'delete from audit_log', 'truncate audit_log'])(
    'refuses the statement %s',
    async (statement) => {
      await expect(ctx.pool.query(statement)).rejects.toThrow();
    },
  );

  it('contains no secret', async () => {
    const { rows } = await ctx.pool.query<{ text: string }>('select audit_log::text as text from audit_log');
    const { rows: secrets } = await ctx.pool.query<{ secret: string }>(`
      select secret_sealed as secret from webhook_secrets
      union all select password from staff_accounts
      union all select encode(hash, 'hex') from api_keys
      union all select encode(token_hash, 'hex') from invitations
      union all select encode(token_hash, 'hex') from staff_password_links`);
    expect(secrets.length).toBeGreaterThan(5);
    const log = rows.map(({ text }) => text).join('\n');
    expect(secrets.filter(({ secret }) => log.includes(secret))).toEqual([]);
  });
});

describe('reading the log', () => {
  it('goes page by page, newest first, without gaps or repeats', async () => {
    const all: AuditEntry[] = [];
    let cursor: string | null = null;
    do {
      const page = await browseAudit(ctx, actor, { limit: '7', ...(cursor && { cursor }) });
      all.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    const ids = all.map(({ id }) => BigInt(id));
    expect(ids.length).toBe(await count());
    expect(ids.every((id, at) => at === 0 || id < (ids[at - 1] ?? 0n))).toBe(true);
  });

  it('can be narrowed by each filter', async () => {
    const find = async (query: Record<string, string>) => (await browseAudit(ctx, actor, query)).items;
    const mine = await find({ author: actor.user_id, limit: '100' });
    expect(new Set(mine.map(({ author }) => author.id))).toEqual(new Set([actor.user_id]));
    const rules = await find({ object_type: 'routing_rule', object_id: 'mtn_ci' });
    expect(rules.map(({ action }) => action)).toEqual(['changed', 'created']);
    expect(await find({ action: 'deleted' })).toHaveLength(1);
    expect(await find({ since: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await find({ until: '2000-01-01T00:00:00Z' })).toEqual([]);
  });

  it.each([
    [{ since: 'yesterday' }, ['since']],
    [{ until: '2026-02-30T99:00:00Z' }, ['until']],
    [{ cursor: 'abc' }, ['cursor']],
    [{ limit: '101' }, ['limit']],
    [{ action: 'seen' }, ['action']],
    [{ nothing: 'x' }, ['nothing']],
  ])('refuses the query %j', async (query, fields) => {
    const refused = await browseAudit(ctx, actor, query).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'invalid_fields' });
    expect(Object.keys((refused as { fields: object }).fields)).toEqual(fields);
  });

  it('shows no entries of another merchant', async () => {
    const { id } = await createMerchant(ctx, command, { name: 'Other', country: 'BJ' });
    const { items } = await browseAudit(ctx, { ...actor, merchant_id: id }, {});
    expect(items.map(({ object_id }) => object_id)).toEqual([id]);
  });

  it('exports everything as CSV, with formulas neutralized', async () => {
    const name = '=HYPERLINK("http://evil.example")';
    await ctx.pool.query('update merchants set name = $1 where id = $2', [name, merchant_id]);
    const evil = actAs(ctx, { kind: 'command', name: '+cmd' });
    for (let at = 0; at < 3; at++) {
      await evil.db
        .updateTable('merchants')
        .set({ rate_limit_per_second: at })
        .where('id', '=', merchant_id)
        .execute();
    }
    const chunks: string[] = [];
    for await (const chunk of exportAudit(ctx, actor, {})) chunks.push(chunk);
    const { rows } = await ctx.pool.query(
      'select count(*)::int as total from audit_log where merchant_id = $1',
      [merchant_id],
    );
    const lines = chunks.join('').trimEnd().split('\r\n');
    expect(lines).toHaveLength(rows[0].total + 1);
    expect(lines.filter((line) => line.includes('+cmd'))).toHaveLength(3);
    expect(lines.filter((line) => /(^|,)"?[=+@]/.test(line))).toEqual([]);
  });

  it('exports each entry once across pages', async () => {
    const { id } = await createMerchant(ctx, command, { name: 'Busy', country: 'CI' });
    await ctx.pool.query(
      `insert into audit_log (merchant_id, author_kind, action, object_type, object_id)
       select $1, 'service', 'changed', 'merchant', 'number ' || number from generate_series(1, 2500) as number`,
      [id],
    );
    let text = '';
    for await (const chunk of exportAudit(ctx, { ...actor, merchant_id: id }, {})) text += chunk;
    const objects = [...text.matchAll(/number (\d+)/g)].map(([, number]) => Number(number));
    expect(objects).toEqual(Array.from({ length: 2500 }, (_, at) => 2500 - at));
  });
});
