import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { mayGive, type Role, roles } from '../../platform/actor/roles.ts';
import { createMerchant } from '../merchants/create.ts';
import { createStaff } from './create.ts';
import { acceptInvitation, showInvitation } from './invitations/accept.ts';
import { inviteMember, makeInvitationFor, revokeInvitation } from './invitations/invite.ts';
import { changeRole, listTeam, removeMember } from './members/change.ts';
import { makePasswordLink, makePasswordLinkFor, setPasswordByLink } from './password-links.ts';

let ctx: TestContext;
let merchant_id: string;
let owner: StaffActor;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  merchant_id = (await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id;
  owner = await hire('owner');
});

let hired = 0;

async function hire(role: Role, at = merchant_id): Promise<StaffActor> {
  const email = `${role}-${++hired}@shop.example`;
  const name = `The ${role}`;
  const { id } = await createStaff(ctx, command, {
    ...{ merchant_id: at, email, name, role },
    password_hash: 'salt:hash',
  });
  return {
    ...{ kind: 'staff', user_id: id, name, email, merchant_id: at, role, mode: 'test' },
    ...{ address: '192.0.2.7', request_id: 'req_1' },
  };
}

const roleOf = async (user_id: string): Promise<Role | undefined> =>
  (await listTeam(ctx, owner)).members.find((member) => member.user_id === user_id)?.role;
const tokenOf = (link: string): string => link.split('#')[1] ?? '';
const passwords = { problem: async () => undefined, hash: async (password: string) => `salt:${password}` };
const from = { address: '192.0.2.9', request_id: 'req_2' };
const outsider = { kind: 'visitor', ...from } as const;
const day_ms = 24 * 60 * 60 * 1000;

describe('roles', () => {
  const pairs = roles.flatMap((giver) => roles.map((role) => [giver, role] as const));
  it.each(pairs)(
    'a %s can invite, grant and revoke %s exactly where the table allows it',
    async (giver, role) => {
      const actor = giver === 'owner' ? owner : await hire(giver);
      const other = await hire('viewer');
      const holder = await hire(role);
      const tries = {
        invite: inviteMember(ctx, actor, { email: `new-${++hired}@shop.example`, role }),
        give: changeRole(ctx, actor, { user_id: other.user_id, body: { role } }),
        take: changeRole(ctx, actor, { user_id: holder.user_id, body: { role: 'viewer' } }),
        link: makePasswordLink(ctx, actor, holder.user_id),
      };
      const settled = await Promise.allSettled(Object.values(tries));
      const isAllowed = giver === 'owner' || (giver === 'admin' && role !== 'owner');
      expect(mayGive(giver, role)).toBe(isAllowed);
      expect(settled.map(({ status }) => status === 'fulfilled')).toEqual(Array(4).fill(isAllowed));
      for (const one of settled) if (one.status === 'rejected') expect(one.reason.code).toBe('forbidden');
    },
  );

  it('an admin cannot remove an owner', async () => {
    const admin = await hire('admin');
    await expect(removeMember(ctx, admin, owner.user_id)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('nobody can raise their own role', async () => {
    for (const role of ['admin', 'developer', 'finance', 'support', 'viewer'] as const) {
      const actor = await hire(role);
      const rise = changeRole(ctx, actor, { user_id: actor.user_id, body: { role: 'owner' } });
      await expect(rise).rejects.toMatchObject({ code: 'forbidden' });
      expect(await roleOf(actor.user_id)).toBe(role);
    }
  });

  it.each([{}, { role: 'king' }, { role: 'owner', more: 1 }, null, 'owner'])(
    'cannot be changed with the request body %j',
    async (body) => {
      const { user_id } = await hire('viewer');
      await expect(changeRole(ctx, owner, { user_id, body })).rejects.toMatchObject({
        code: 'invalid_fields',
      });
    },
  );
});

describe('the last owner', () => {
  it('cannot leave or give up the role', async () => {
    const { user_id } = owner;
    await expect(removeMember(ctx, owner, user_id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(changeRole(ctx, owner, { user_id, body: { role: 'admin' } })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await roleOf(user_id)).toBe('owner');
  });

  it('remains when all owners try to leave concurrently', async () => {
    const owners = [owner, await hire('owner'), await hire('owner'), await hire('owner')];
    const gone = await Promise.allSettled(owners.map((actor) => removeMember(ctx, actor, actor.user_id)));
    expect(gone.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const { rows } = await ctx.pool.query('select role from members where merchant_id = $1', [merchant_id]);
    expect(rows).toEqual([{ role: 'owner' }]);
  });
});

it('any member except the last owner may leave', async () => {
  for (const role of ['admin', 'developer', 'finance', 'support', 'viewer'] as const) {
    const actor = await hire(role);
    await removeMember(ctx, actor, actor.user_id);
    expect(await roleOf(actor.user_id)).toBeUndefined();
  }
});

describe('an invitation', () => {
  const offer = async (email = `new-${++hired}@shop.example`, role: Role = 'finance') => {
    const { invitation, link } = await inviteMember(ctx, owner, { email, role });
    return { ...invitation, token: tokenOf(link), link };
  };
  const accept = (token: string) =>
    acceptInvitation(ctx, outsider, { passwords, body: { token, name: ' Awa ', password: 'a password' } });

  it('is a link with its secret after the #; the secret is not stored', async () => {
    const { link, token } = await offer();
    expect(link).toMatch(/^http:\/\/localhost:3000\/dashboard\/invitation#[\w-]{43}$/);
    const { rows } = await ctx.pool.query('select invitations::text as text from invitations');
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
  });

  it('creates a member with the offered role only once', async () => {
    const { token, email } = await offer();
    expect(await showInvitation(ctx, outsider, { token })).toMatchObject({
      merchant: { id: merchant_id, name: 'Shop' },
      email,
      role: 'finance',
    });
    await accept(token);
    const { members, invitations } = await listTeam(ctx, owner);
    expect(members.find((member) => member.email === email)).toMatchObject({ name: 'Awa', role: 'finance' });
    expect(invitations).toEqual([]);
    await expect(accept(token)).rejects.toMatchObject({ code: 'not_found' });
    await expect(showInvitation(ctx, outsider, { token })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('creates only one member, even if it is accepted several times concurrently', async () => {
    const { token, email } = await offer();
    const settled = await Promise.allSettled(Array.from({ length: 5 }, () => accept(token)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await ctx.pool.query('select count(*)::int as total from staff where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ total: 1 }]);
  });

  it('ends after 7 days, when revoked, and when replaced', async () => {
    const old = await offer();
    ctx.clock.advance(7 * day_ms);
    await expect(accept(old.token)).rejects.toMatchObject({ code: 'not_found' });
    const taken = await offer();
    await revokeInvitation(ctx, owner, taken.id);
    await expect(accept(taken.token)).rejects.toMatchObject({ code: 'not_found' });
    const first = await offer();
    const second = await offer(first.email.toUpperCase(), 'viewer');
    await expect(accept(first.token)).rejects.toMatchObject({ code: 'not_found' });
    await accept(second.token);
  });

  it('of another merchant cannot be revoked', async () => {
    const { id, token } = await offer();
    const other = (await createMerchant(ctx, command, { name: 'Other', country: 'BJ' })).id;
    const stranger = await hire('owner', other);
    await expect(revokeInvitation(ctx, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await accept(token);
  });

  it('for somebody with a sign-in at another merchant adds one and leaves the other unchanged', async () => {
    const elsewhere = (await createMerchant(ctx, command, { name: 'Other', country: 'BJ' })).id;
    const known = await hire('viewer', elsewhere);
    const snapshot = async () =>
      (
        await ctx.pool.query(
          `select staff.*, members.role, password from staff join members on members.user_id = staff.id
           join staff_accounts on staff_accounts.user_id = staff.id where staff.id = $1`,
          [known.user_id],
        )
      ).rows;
    const before = await snapshot();
    const { token } = await offer(known.email, 'admin');
    expect(await showInvitation(ctx, outsider, { token })).not.toHaveProperty('has_account');
    expect(await accept(token)).toEqual({ email: known.email, merchant_id });
    expect(await snapshot()).toEqual(before);
    expect(await roleOf(known.user_id)).toBeUndefined();
    const { members } = await listTeam(ctx, owner);
    expect(members.find(({ email }) => email === known.email)).toMatchObject({ role: 'admin' });
  });

  describe('an invitation whose author could no longer create it', () => {
    const offerBy = async (maker: StaffActor, role: Role) => {
      const { invitation, link } = await inviteMember(ctx, maker, {
        email: `new-${++hired}@shop.example`,
        role,
      });
      return { ...invitation, token: tokenOf(link) };
    };
    const isDead = async (token: string) => {
      await expect(showInvitation(ctx, outsider, { token })).rejects.toMatchObject({ code: 'not_found' });
      await expect(accept(token)).rejects.toMatchObject({ code: 'not_found' });
      expect((await listTeam(ctx, owner)).invitations).toEqual([]);
    };

    it('is invalid once they are removed, even after they are back', async () => {
      const admin = await hire('admin');
      const { token } = await offerBy(admin, 'viewer');
      await removeMember(ctx, owner, admin.user_id);
      await isDead(token);
      const again = await offer(admin.email, 'admin');
      await accept(again.token);
      await isDead(token);
    });

    it('is invalid once they may no longer grant that role', async () => {
      const other = await hire('owner');
      const { token: to_owner } = await offerBy(other, 'owner');
      await changeRole(ctx, owner, { user_id: other.user_id, body: { role: 'admin' } });
      await isDead(to_owner);
      const { token: to_viewer } = await offerBy({ ...other, role: 'admin' }, 'viewer');
      await changeRole(ctx, owner, { user_id: other.user_id, body: { role: 'finance' } });
      await isDead(to_viewer);
    });

    it('cannot be created by somebody who was removed a moment ago', async () => {
      const admin = await hire('admin');
      await removeMember(ctx, owner, admin.user_id);
      await expect(offerBy(admin, 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
    });
  });

  it('for a current member is refused', async () => {
    const again = inviteMember(ctx, owner, { email: owner.email.toUpperCase(), role: 'viewer' });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([
    ['awa', 'must be an e-mail address'],
    ['a@b', 'must be an e-mail address'],
    ['awa@shop.example, x@y.example', 'must be an e-mail address'],
    ['<b>@shop.example', 'must be an e-mail address'],
    ['awa@shop.example\n', null],
    ['', 'must'],
  ])('to %j has the problem %j', async (email, problem) => {
    const made = inviteMember(ctx, owner, { email, role: 'viewer' });
    if (problem === null) expect((await made).invitation.email).toBe(email.trim());
    else
      await expect(made).rejects.toMatchObject({
        code: 'invalid_fields',
        fields: { email: [expect.stringContaining(problem)] },
      });
  });

  it('from the command line is validated the same way', async () => {
    const input = { merchant_id, email: `cli-${++hired}@shop.example`, role: 'owner' } as const;
    const { link } = await makeInvitationFor(ctx, command, input);
    await accept(tokenOf(link));
    await expect(makeInvitationFor(ctx, command, { ...input, email: 'x' })).rejects.toMatchObject({
      code: 'invalid_fields',
    });
    await expect(
      makeInvitationFor(ctx, command, { ...input, merchant_id: 'mer_none' }),
    ).rejects.toMatchObject({
      code: 'merchant_not_found',
    });
  });
});

describe('a password link', () => {
  const use = (link: string) =>
    setPasswordByLink(ctx, outsider, {
      passwords,
      body: { token: tokenOf(link), new_password: 'another one' },
    });

  it('works once, for a day, and ends every session', async () => {
    const { user_id, email } = await hire('viewer');
    await ctx.pool.query(
      `insert into staff_sessions (id, user_id, token, expires_at, created_at, updated_at)
       values ('s-' || $1, $1, 't-' || $1, now() + interval '1 day', now(), now())`,
      [user_id],
    );
    const { link } = await makePasswordLink(ctx, owner, user_id);
    const spare = await makePasswordLink(ctx, owner, user_id);
    expect(await use(link)).toEqual({ email, merchant_id });
    const { rows } = await ctx.pool.query('select 1 from staff_sessions where user_id = $1', [user_id]);
    expect(rows).toEqual([]);
    for (const used of [link, spare.link])
      await expect(use(used)).rejects.toMatchObject({ code: 'not_found' });
    const late = await makePasswordLink(ctx, owner, user_id);
    ctx.clock.advance(day_ms);
    await expect(use(late.link)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not affect a different merchant’s staff, even with the same e-mail address', async () => {
    const elsewhere = (await createMerchant(ctx, command, { name: 'Other', country: 'BJ' })).id;
    const victim = await hire('owner', elsewhere);
    await expect(makePasswordLink(ctx, owner, victim.user_id)).rejects.toMatchObject({ code: 'not_found' });
    const { link } = await inviteMember(ctx, owner, { email: victim.email, role: 'viewer' });
    await acceptInvitation(ctx, outsider, {
      passwords,
      body: { token: tokenOf(link), name: 'N', password: 'theirs' },
    });
    const namesake = (await listTeam(ctx, owner)).members.find(({ email }) => email === victim.email);
    const made = await makePasswordLink(ctx, owner, namesake?.user_id ?? '');
    expect(await use(made.link)).toEqual({ email: victim.email, merchant_id });
    const { rows } = await ctx.pool.query('select user_id from staff_accounts where password = $1', [
      'salt:another one',
    ]);
    expect(rows).not.toContainEqual({ user_id: victim.user_id });
  });

  describe('given its author’s current permissions', () => {
    const dead = { code: 'not_found' };

    it('is invalid once its author is removed or may no longer create it', async () => {
      const { user_id } = await hire('viewer');
      const admin = await hire('admin');
      const first = await makePasswordLink(ctx, admin, user_id);
      await changeRole(ctx, owner, { user_id: admin.user_id, body: { role: 'support' } });
      await expect(use(first.link)).rejects.toMatchObject(dead);
      await changeRole(ctx, owner, { user_id: admin.user_id, body: { role: 'admin' } });
      const second = await makePasswordLink(ctx, admin, user_id);
      await removeMember(ctx, owner, admin.user_id);
      await expect(use(second.link)).rejects.toMatchObject(dead);
    });

    it('is invalid once the person outranks its author or has left', async () => {
      const risen = await hire('viewer');
      const gone = await hire('viewer');
      const admin = await hire('admin');
      const to_risen = await makePasswordLink(ctx, admin, risen.user_id);
      const to_gone = await makePasswordLink(ctx, admin, gone.user_id);
      await changeRole(ctx, owner, { user_id: risen.user_id, body: { role: 'owner' } });
      await removeMember(ctx, owner, gone.user_id);
      await expect(use(to_risen.link)).rejects.toMatchObject(dead);
      await expect(use(to_gone.link)).rejects.toMatchObject(dead);
    });

    it('is invalid when its author is removed while it is being used', async () => {
      const { user_id } = await hire('viewer');
      const admin = await hire('admin');
      const { link } = await makePasswordLink(ctx, admin, user_id);
      const slow = {
        ...passwords,
        hash: async (password: string) => {
          await removeMember(ctx, owner, admin.user_id);
          return passwords.hash(password);
        },
      };
      const input = { token: tokenOf(link), new_password: 'another one' };
      await expect(setPasswordByLink(ctx, outsider, { passwords: slow, body: input })).rejects.toMatchObject(
        dead,
      );
    });
  });

  it('from the command line removes the second factor only on request, for one merchant', async () => {
    const { user_id, email } = await hire('viewer');
    await ctx.pool.query('update staff set two_factor_enabled = true where id = $1', [user_id]);
    const isOn = async () =>
      (await ctx.pool.query('select two_factor_enabled as on from staff where id = $1', [user_id])).rows[0]
        .on;
    for (const clears_factors of [false, true]) {
      const { link } = await makePasswordLinkFor(ctx, command, { email, clears_factors });
      await use(link);
      expect(await isOn()).toBe(!clears_factors);
    }
    const elsewhere = (await createMerchant(ctx, command, { name: 'Other', country: 'BJ' })).id;
    const password_hash = 'salt:hash';
    await createStaff(ctx, command, {
      ...{ merchant_id: elsewhere, email, name: 'N', role: 'viewer', password_hash },
    });
    const anywhere = { email, clears_factors: false };
    await expect(makePasswordLinkFor(ctx, command, anywhere)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { merchant: [expect.stringContaining(elsewhere)] },
    });
    const { link } = await makePasswordLinkFor(ctx, command, { ...anywhere, merchant_id: elsewhere });
    expect(await use(link)).toEqual({ email, merchant_id: elsewhere });
    const nobody = { email: 'nobody@shop.example', clears_factors: false };
    await expect(makePasswordLinkFor(ctx, command, nobody)).rejects.toMatchObject({ code: 'not_found' });
  });
});
