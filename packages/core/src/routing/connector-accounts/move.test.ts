import { asCurrency } from '@guichet/kernel/currencies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { makePayout, readPayout } from '../../../../../test-support/payouts.ts';
import {
  makeTestProvider,
  startTestOperator,
  type TestOperator,
} from '../../../../../test-support/test-operator.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import type { InquiryOptions } from '../../operator-calls/ask.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { inquireAboutAttempt } from '../../payments/attempt/inquire.ts';
import { findAttempt } from '../../payments/attempt/queries.ts';
import { applyTransferOutcome } from '../../transfers/apply-outcome.ts';
import { inquireTransfer } from '../../transfers/inquire.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import type { TransferKey } from '../../transfers/transfer.ts';
import { createAccount } from './create.ts';
import { findClosedAccounts } from './find-closed.ts';
import { makeAccounts } from './open.ts';
import { makeProviderHosts } from './provider-hosts.ts';
import { switchAccount, updateAccountSettings } from './update.ts';

const keys = { old: 'key-of-the-old-platform', new: 'key-of-the-new-platform' };
const provider = makeTestProvider('hint');

let ctx: TestContext;
let platforms: Record<'old' | 'new', TestOperator>;
let caller: Caller;
let account: { id: string; connector: string };
beforeAll(async () => {
  ctx = await makeTestContext([provider]);
  platforms = { old: await startTestOperator(), new: await startTestOperator() };
});
afterAll(async () => {
  await Promise.all([platforms.old.close(), platforms.new.close()]);
  await ctx.database.close();
});
beforeEach(async () => {
  for (const one of Object.values(platforms)) {
    one.answer('GET /check', { status: 200, body: {} });
    one.answer('GET /transactions', { status: 404, body: {} });
  }
  caller = await makeCaller(ctx, 'live');
  account = await createAccount(ctx, commandOf(caller.merchant_id, 'live'), {
    connector: provider.id,
    name: 'Main',
    config: settings('old'),
    unchecked: false,
  });
});

const settings = (platform: 'old' | 'new') => ({
  base_url: platforms[platform].url,
  api_key: keys[platform],
});
const change = (set: object) =>
  updateAccountSettings(ctx, command, {
    id: account.id,
    ...{ name: undefined, set: { ...set }, unset: [], unchecked: false },
  });
const open = async () => commitAttempt(ctx, await makeCheckout(ctx, caller), { account });
/** Inquires about an attempt. @returns the platforms that received the inquiry, with the key that was used */
function ask(attempt: { readonly id: string }): Promise<string[]> {
  return askedBy(() => inquireAboutAttempt(ctx, { merchant_id: caller.merchant_id, attempt_id: attempt.id }));
}

/** @returns the platforms that received an inquiry, with the key that was used */
async function askedBy(inquire: () => Promise<unknown>): Promise<string[]> {
  const seen = { old: platforms.old.asked.length, new: platforms.new.asked.length };
  ctx.clock.advance(60_000);
  await inquire();
  return (['old', 'new'] as const).flatMap((name) =>
    platforms[name].asked
      .slice(seen[name])
      .map(({ authorization }) => `${name} ${authorization.replace('Bearer ', '')}`),
  );
}

it('inquiries after a change of URL go to the URL at which the attempt was made, with the credentials of that time', async () => {
  const before = await open();
  await change(settings('new'));
  const after = await open();
  expect([before.address_revision, after.address_revision]).toEqual([0, 1]);
  expect(await ask(before)).toEqual([`old ${keys.old}`]);
  expect(await ask(after)).toEqual([`new ${keys.new}`]);

  platforms.old.answer('GET /transactions', {
    status: 200,
    body: { reference: before.reference, status: 'paid', amount: Number(before.charged_minor) },
  });
  await ask(before);
  expect((await findAttempt(ctx.db, caller.merchant_id, before.id))?.status).toBe('success');
});

describe('a payout that is not recorded as sent', () => {
  const askAbout = (payout: TransferKey, options: InquiryOptions) =>
    askedBy(() => inquireTransfer(ctx, payouts, payout, options));
  /** Makes a payout after the account has moved. */
  async function makeUnsent(): Promise<TransferKey> {
    const attempt = await open();
    const money = { amount_minor: attempt.charged_minor, currency: asCurrency('XOF') };
    const paid = { outcome: { kind: 'settled', money }, provider_reference: null, raw: null } as const;
    await applyOutcome(ctx, keyOf(attempt), paid, 'callback');
    await change(settings('new'));
    return makePayout(ctx, caller, '00', { amount: 1000 });
  }

  it('is inquired about at the current URL, which is recorded if the provider has it', async () => {
    const payout = await makeUnsent();
    const { reference } = await readPayout(ctx, payout);
    expect(await askAbout(payout, { also_pending: true })).toEqual([`new ${keys.new}`]);
    platforms.new.answer('GET /transactions', { status: 200, body: { reference, status: 'pending' } });
    expect(await askAbout(payout, { also_pending: true })).toEqual([`new ${keys.new}`]);
    expect(await readPayout(ctx, payout)).toMatchObject({ status: 'processing', address_revision: 1 });
    await change(settings('old'));
    expect(await askAbout(payout, {})).toEqual([`new ${keys.new}`]);
  });

  it('is inquired about at the current URL after it was refused', async () => {
    const payout = await makeUnsent();
    const outcome = { kind: 'failed', reason: 'other', operator_code: 'refused' } as const;
    const refused = { outcome, provider_reference: null, raw: null };
    await applyTransferOutcome(ctx, payouts, payout, refused, 'person');
    expect(await readPayout(ctx, payout)).toMatchObject({ status: 'failed', sent_at: null });
    expect(await askAbout(payout, { also_ended: true })).toEqual([`new ${keys.new}`]);
  });
});

it('a connector account can move to a different URL and back', async () => {
  const [first] = [await open(), await change(settings('new'))];
  const [second] = [await open(), await change(settings('old'))];
  const third = await open();
  expect(await ask(first)).toEqual([`old ${keys.old}`]);
  expect(await ask(second)).toEqual([`new ${keys.new}`]);
  expect(await ask(third)).toEqual([`old ${keys.old}`]);
});

it('new credentials at the same URL are also used for earlier attempts', async () => {
  const attempt = await open();
  await change({ api_key: 'another-key-of-there' });
  expect(await ask(attempt)).toEqual(['old another-key-of-there']);
  const kept = ctx.db.selectFrom('past_account_settings').selectAll().where('account_id', '=', account.id);
  expect(await kept.execute()).toEqual([]);
});

it('concurrent identical changes move an account only once', async () => {
  const attempt = await open();
  const moves = await Promise.allSettled([1, 2, 3].map(() => change(settings('new'))));
  expect(moves.map(({ status }) => status)).toContain('fulfilled');
  expect((await open()).address_revision).toBe(1);
  expect(await ask(attempt)).toEqual([`old ${keys.old}`]);
});

it('earlier settings of an account are stored encrypted', async () => {
  await change(settings('new'));
  const rows = await ctx.db
    .selectFrom('past_account_settings')
    .selectAll()
    .where('account_id', '=', account.id)
    .execute();
  expect(rows).toMatchObject([{ address_revision: 0, address: platforms.old.url }]);
  expect(JSON.stringify(rows)).not.toContain(keys.old);
});

it('accounts with open inquiries at a closed host are found, even if the host is in an earlier URL', async () => {
  const closed = async (): Promise<string[]> => {
    const hosts = makeProviderHosts([]);
    const { db, clock, secrets, public_url } = ctx;
    const http = () => Promise.reject(new Error('nobody is asked'));
    const accounts = makeAccounts({ db, clock, secrets, public_url, http, hosts, providers: [provider] });
    const found = await findClosedAccounts({ db, secrets, accounts }, command);
    return found.filter(({ account_id }) => account_id === account.id).map(({ origin }) => origin);
  };
  const [old, moved] = [platforms.old.url, platforms.new.url];
  expect(await closed()).toEqual([old]);
  const attempt = await open();
  await change(settings('new'));
  expect(await closed()).toEqual([old, moved]);
  await switchAccount(ctx, command, { id: account.id, enabled: false });
  expect(await closed()).toEqual([old]);
  platforms.old.answer('GET /transactions', {
    status: 200,
    body: { reference: attempt.reference, status: 'paid', amount: Number(attempt.charged_minor) },
  });
  await ask(attempt);
  expect(await closed()).toEqual([]);
});
