import { expect, it, vi } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeCheckout, phoneEnding } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { createPaymentLink } from '../../payments/link/create.ts';
import { retrievePaymentLink } from '../../payments/link/retrieve.ts';
import { updatePaymentLink } from '../../payments/link/update.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { usual_retention } from '../../platform/retention.ts';
import { erasePerson } from './erase.ts';
import { exportPerson } from './export.ts';
import { forgetIdleCustomers } from './forget.ts';

// Each test searches many tables.
vi.setConfig({ testTimeout: 60_000 });

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const phone = phoneEnding('00');
const other_phone = '+2250707070708';
const email = 'Famille@Courriel.example';

async function makeLink(fields: object): Promise<string> {
  const body = { title: 'School fees', amount: 5000, currency: 'XOF', ...fields };
  return (await createPaymentLink(ctx, caller, body, null)).value.id;
}

const read = (id: string) => retrievePaymentLink(ctx, caller, id);
const erase = (who: object = { phone }) =>
  erasePerson(ctx, command, { merchant_id: caller.merchant_id, ...who });

it.each(['active', 'paused', 'ended'])('a link to an erased person that was %s is ended', async (status) => {
  const id = await makeLink({ customer: { phone, email } });
  await updatePaymentLink(ctx, caller, { id, body: { status } }, null);
  expect(await erase()).toEqual({ erased: expect.objectContaining({ payment_links: 1 }) });
  expect(await read(id)).toMatchObject({ status: 'ended', customer: { phone: null, email: null } });
  const { rows } = await ctx.pool.query(
    `select after from audit_log where object_id = $1 and (before::text || after::text) ~ '504030200|famille'`,
    [id],
  );
  expect(rows).toEqual([]);
});

it('a link to an e-mail address is found by the address', async () => {
  const id = await makeLink({ customer: { email } });
  const { held } = await exportPerson(ctx, command, {
    merchant_id: caller.merchant_id,
    email: email.toLowerCase(),
  });
  expect(held.payment_links).toEqual([expect.objectContaining({ id, customer_email: email })]);
  await erase({ email });
  expect(await read(id)).toMatchObject({ status: 'ended', customer: { email: null } });
});

it('a link to another person with the same e-mail address is unchanged', async () => {
  const mine = await makeLink({ customer: { phone, email } });
  const theirs = await makeLink({ customer: { phone: other_phone, email } });
  const before = await read(theirs);
  await erase();
  expect(await read(theirs)).toEqual(before);
  expect(await read(mine)).toMatchObject({ status: 'ended' });
});

it('a link to everyone that mentions the number loses it, and can still be paid', async () => {
  await makeCheckout(ctx, caller, { customer_phone: phone });
  const id = await makeLink({
    title: 'Collection for 05 04 03 02 00',
    description: 'Or call 00225 0504030200.',
    thank_you: 'Call +2250504030200.',
    metadata: { of: phone },
    return_url: 'https://shop.example/thanks?tel=%2B2250504030200',
  });
  await erase();
  expect(await read(id)).toMatchObject({
    status: 'active',
    unavailable: null,
    title: 'Collection for [erased]',
    description: 'Or call [erased].',
    thank_you: 'Call [erased].',
    metadata: { of: '[erased]' },
    return_url: expect.stringMatching(/^https:\/\/shop\.example\/thanks\?tel=\W*erased/),
  });
});

it('a customer who was recently asked for money is not idle', async () => {
  await makeCheckout(ctx, caller, { customer_phone: phone });
  for (const table of ['customers', 'payments'])
    await ctx.pool.query(`update ${table} set created_at = now() - interval '800 days'`);
  const id = await makeLink({ customer: { phone } });
  const forget = () => forgetIdleCustomers(ctx, service_actor, { ...usual_retention, customers_days: 730 });
  await forget();
  expect(await read(id)).toMatchObject({ status: 'active', customer: { phone } });
  await ctx.pool.query(`update payment_links set created_at = now() - interval '800 days'`);
  await forget();
  expect(await read(id)).toMatchObject({ status: 'ended', customer: { phone: null } });
});
