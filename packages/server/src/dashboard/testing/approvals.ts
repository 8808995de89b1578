import { randomUUID } from 'node:crypto';
import { createMerchant, settleChanges } from '@guichet/core/accounts';
import { fundSandbox } from '@guichet/core/operations';
import { type Role, service_actor } from '@guichet/core/platform';
import { expect } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import type { TestService } from '../../../../../test-support/service.ts';
import { test_password } from './test-password.ts';
import { makeVisit, type Visit, visitAs } from './visit.ts';

/** Reasons why a person does not count as a second person. */
export const barred = /^(made_by_you|wanted_by_you|not_confirmed|not_two_people|not_two_people_yet)$/;

export type Visitor = Visit & { readonly id: string; readonly email: string };

export interface Shop {
  readonly merchant_id: string;
  as(role: Role): Promise<Visitor>;
}

export async function setRule(by: Visit, approval_above: number | null) {
  const { status, body } = await by.ask('PUT', '/payout-rules/XOF', { approval_above, low_balance: null });
  expect(status).toBe(200);
  return body.data;
}

export const payout = (amount = 50_000) => ({
  ...{ amount, currency: 'XOF', operator: 'mtn_ci' },
  recipient: { phone: '+2250548151600' },
});

export async function pay(by: Visit, amount?: number): Promise<string> {
  const made = await by.ask('POST', '/payouts', payout(amount));
  expect(made.status).toBe(201);
  return made.body.data.id;
}

export const approve = async (by: Visit, id: string) => {
  const { status, body } = await by.ask('POST', `/payouts/${id}/decision`, { decision: 'approve' });
  return status === 200 ? body.data.order.approval : (body.reason?.code ?? body.code);
};
export const decide = async (by: Visit, id: string, decision = 'approve') => {
  const { status, body } = await by.ask('POST', `/approval-changes/${id}/decision`, { decision });
  return status === 200 ? body.data.status : (body.reason?.code ?? body.code);
};
export const changes = async (by: Visit) => (await by.ask('GET', '/approval-changes')).body.data.items;

/** Sets a colleague's password by a link that the admin made. */
export async function takeOver(admin: Visit, puppet: Visitor): Promise<Visit> {
  const { body } = await admin.ask('POST', `/team/members/${puppet.id}/password-link`);
  const token = body.data.link.split('#')[1];
  const taken = { token, new_password: 'another plum tarte 78' };
  expect((await puppet.send('POST', '/api/public/password', { body: taken })).status).toBe(200);
  expect((await puppet.signIn(puppet.email, taken.new_password)).status).toBe(200);
  return puppet;
}

/** Makes functions for the merchants, people and invitations that several tests of approval need. */
export function makeApprovals(get: () => TestService) {
  /** Makes a merchant with money and no approval rule, whose members therefore join before there is any rule. */
  async function makeShop(): Promise<Shop> {
    const { ctx } = get();
    // With several merchants, successful sign-ins count towards the limit of the network address too.
    await ctx.pool.query('delete from rate_limit_buckets');
    const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Shop', country: 'CI' });
    // No second factor is required, as for the demo merchant, because these tests do not concern it.
    await ctx.pool.query('update merchants set second_factor_in_live = false where id = $1', [merchant_id]);
    await fundSandbox(ctx, commandOf(merchant_id), { currency: 'XOF', amount: 1_000_000 });
    return { merchant_id, as: (role) => visitAs(get(), role, merchant_id) };
  }

  /** Invites a person and accepts the invitation. */
  async function invite(
    { merchant_id }: Shop,
    by: Visit,
    role: Role,
    email = `sock-${randomUUID()}@nowhere.example`,
  ): Promise<Visitor> {
    const { status, body } = await by.ask('POST', '/team/invitations', { email, role });
    expect(status).toBe(201);
    const visit = makeVisit(get(), merchant_id);
    const token = body.data.link.split('#')[1];
    const accepted = await visit.send('POST', '/api/public/invitation/accept', {
      body: { token, name: 'Sock Puppet', password: test_password },
    });
    expect(accepted.status).toBe(201);
    expect((await visit.signIn(email)).status).toBe(200);
    const { rows } = await get().ctx.pool.query('select id from staff where email = $1', [email]);
    return { ...visit, id: rows[0].id, email };
  }

  /** Moves invitations and approvals back in time by a number of hours. */
  async function pass({ merchant_id }: Shop, hours: number): Promise<void> {
    for (const [table, columns] of [
      ['sponsorships', ['at']],
      ['approval_changes', ['created_at', 'alone_since', 'looked_at']],
    ] as const) {
      const set = columns.map((column) => `${column} = ${column} - make_interval(hours => $2)`).join(', ');
      await get().ctx.pool.query(`update ${table} set ${set} where merchant_id = $1`, [merchant_id, hours]);
    }
    await settleChanges(get().ctx, service_actor);
  }

  async function raise({ merchant_id }: Shop, admin: Visit, puppet: Visitor): Promise<Visit> {
    const { status } = await admin.ask('PATCH', `/team/members/${puppet.id}`, { role: 'finance' });
    expect(status).toBe(200);
    const visit = makeVisit(get(), merchant_id);
    await visit.signIn(puppet.email);
    return visit;
  }

  return { makeShop, invite, pass, raise };
}
