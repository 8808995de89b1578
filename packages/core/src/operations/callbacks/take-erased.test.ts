import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout, phoneEnding } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { findColumnsWith } from '../../../../../test-support/find-text.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import {
  addTellerAccount,
  receiveFromTeller,
  settledWith,
  type Trust,
  teller,
} from '../../../../../test-support/teller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { erasePerson } from '../personal-data/erase.ts';

// An erasure searches many tables.
vi.setConfig({ testTimeout: 60_000 });

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext(teller.providers);
  caller = await makeCaller(ctx, 'live');
});
afterAll(() => ctx.database.close());

const phone = phoneEnding('00');

it.each<Trust>(['signed', 'hint'])(
  'a %s callback about an erased person is applied, and its body is not stored',
  async (trust) => {
    const account = await addTellerAccount(ctx, caller.merchant_id, `teller-${trust}`);
    const checkout = await makeCheckout(ctx, caller);
    const { reference } = await commitAttempt(ctx, checkout, { account });
    teller.truth = { kind: 'failed', reason: 'account_blocked', operator_code: 'E1' };
    // Connectors redact what they keep of a callback.
    const said = { reference, payer: phone, raw: null };
    const refusal = { ...said, outcome: teller.truth };
    const tell = async (body: object) => {
      await receiveFromTeller(ctx, account, body, reference);
      await advance(ctx, 2_000);
    };
    await tell(refusal);
    expect(await summarize(ctx, checkout)).toMatchObject({ attempts: ['failed'] });
    await erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone });
    expect(await findColumnsWith(ctx.pool, [phone])).toEqual([]);

    await tell(refusal);
    teller.truth = settledWith(5100);
    await tell({ ...said, amount: 5100 });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
    expect(await findColumnsWith(ctx.pool, [phone])).toEqual([]);
    const { rows } = await ctx.pool.query(
      'select copies, body, problem from callbacks where account_id = $1 order by received_at',
      [account.id],
    );
    expect(rows).toEqual([
      { copies: 2, body: '', problem: null },
      { copies: 1, body: '', problem: null },
    ]);
  },
);
