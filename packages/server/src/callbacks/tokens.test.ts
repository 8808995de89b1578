import { showCallback } from '@guichet/core/operations';
import { inquireAboutAttempt, keptToken } from '@guichet/core/testing';
import { expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { findColumnsWith } from '../../../../test-support/find-text.ts';
import {
  accounts,
  call,
  ctx,
  newest,
  open,
  operator,
  paid,
  serveCallbacks,
  statusOf,
  takeIn,
  taken,
} from './testing/set-up.ts';

serveCallbacks();

const pageOf = (token: string): string => `${ctx.public_url}/pay/${token}?lang=fr`;

test('a callback that repeats the page’s URL is verified with the token in it, and stored without the token', async () => {
  const { checkout, attempt } = await open(accounts.signed);
  const body = paid(attempt.reference, {
    success_url: pageOf(checkout.token),
    cancel: encodeURIComponent(pageOf(checkout.token)),
  });
  expect(await call(accounts.signed, body)).toMatchObject(taken);
  expect(await findColumnsWith(ctx.pool, [checkout.token])).toEqual([]);
  await takeIn();
  expect(await newest(accounts.signed)).toMatchObject({ problem: null });
  expect(await statusOf(checkout)).toBe('success');
  expect(await findColumnsWith(ctx.pool, [checkout.token])).toEqual([]);
  const { id = '' } = (await newest(accounts.signed)) ?? {};
  const shown = await showCallback(ctx, command, { id, is_raw: true });
  expect(shown.body).toContain(`/pay/${keptToken(ctx.tokens.handleOf(checkout.token) ?? '')}?lang=fr`);
  expect(Object.keys(shown.headers)).not.toContain(':body');
});

test('a callback that contains a page’s URL and is signed with a different secret is forged', async () => {
  const { checkout, attempt } = await open(accounts.signed);
  const body = paid(attempt.reference, { success_url: pageOf(checkout.token) });
  await call(accounts.signed, body, { secret: 'another secret' });
  await takeIn();
  expect(await newest(accounts.signed)).toMatchObject({ problem: 'forged' });
  expect(await statusOf(checkout)).toBe('processing');
});

test('a token that a status inquiry returns is not stored', async () => {
  const { checkout, attempt } = await open(accounts.signed);
  operator.answer('GET /transactions', {
    status: 200,
    body: { status: 'pending', return_url: pageOf(checkout.token), padding: 'x'.repeat(3_900) },
  });
  await inquireAboutAttempt(ctx, { merchant_id: checkout.merchant_id, attempt_id: attempt.id });
  expect(await findColumnsWith(ctx.pool, [checkout.token])).toEqual([]);
  expect(await findColumnsWith(ctx.pool, [keptToken(ctx.tokens.handleOf(checkout.token) ?? '')])).toContain(
    'public.operator_calls.exchanges',
  );
});
