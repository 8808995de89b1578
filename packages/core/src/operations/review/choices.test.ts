import { describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { duplicateOf } from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { updateMoneyChoices } from '../../accounts/merchants/money-choices.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import type { Attempt } from '../../payments/attempt/queries.ts';
import { cancelCheckout } from '../../payments/session/cancel.ts';
import { expireCheckout } from '../../payments/session/expire.ts';
import { commandFor, customerWith, service_actor } from '../../platform/actor/actor.ts';
import { refundHeld } from '../../transfers/refunds/refund-held.ts';
import { type Held, makeHeldMoney } from './testing/held-money.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const { arrive, makeHeld, read, decide, shown, refundsOf } = makeHeldMoney(() => ({ ctx, caller }));

const choose = (choices: object) =>
  updateMoneyChoices(ctx, commandFor({ name: 'root' }, { ...caller, mode: 'test' }), choices);

/** Lists the ledger accounts of this merchant that are not at zero. */
async function books(): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ line: string }>(
    `select account || ' ' || sum(amount_minor) || ' ' || currency as line
    from balance_changes where merchant_id = $1
    group by account, currency having sum(amount_minor) <> 0 order by 1`,
    [caller.merchant_id],
  );
  return rows.map(({ line }) => line);
}

const minute_ms = 60_000;

describe('the merchant’s choice', () => {
  it.each([
    ['on_underpaid', 'accept', '4000 XOF', 'success', []],
    ['on_underpaid', 'refund_all', '4000 XOF', 'failed', ['success 4000 XOF of suspense, fee 0']],
    ['on_overpaid', 'accept', '6000 XOF', 'success', []],
    ['on_overpaid', 'refund_difference', '6000 XOF', 'success', ['success 900 XOF of suspense, fee 0']],
    ['on_overpaid', 'refund_all', '6000 XOF', 'failed', ['success 6000 XOF of suspense, fee 0']],
    ['on_underpaid', 'accept', '6000 XOF', 'processing', []],
    ['on_overpaid', 'accept', '4000 XOF', 'processing', []],
    ['on_overpaid', 'accept', '6000 XAF', 'processing', []],
  ])('%s: %s with %s received makes the payment %s', async (choice, value, money, status, refunds) => {
    await choose({ [choice]: value });
    const held = await makeHeld(money);
    await advance(ctx, minute_ms);
    expect(await shown(held)).toMatchObject({ status });
    expect(await refundsOf(held)).toEqual(refunds);
    expect(await read(held)).toMatchObject({ needs_review: status === 'processing' });
  });

  it('applies as it was when the money arrived', async () => {
    const held = await makeHeld('4000 XOF');
    await choose({ on_underpaid: 'accept' });
    await arrive(await read(held), '4000 XOF');
    expect(await shown(held)).toMatchObject({ status: 'processing' });
  });
});

describe('money that arrives late', () => {
  const ends = {
    expired: async (checkout: Checkout) => void (await expireCheckout(ctx, command, checkout.token)),
    cancelled: async (checkout: Checkout) => {
      await fail(checkout);
      await cancelCheckout(ctx, customerWith(checkout.token));
    },
    failed: async (checkout: Checkout) => fail(checkout),
  };

  const fail = async ({ merchant_id, payment_id }: Checkout): Promise<void> => {
    const { id } = await ctx.db
      .selectFrom('attempts')
      .select('id')
      .where('payment_id', '=', payment_id)
      .executeTakeFirstOrThrow();
    await applyOutcome(
      ctx,
      { merchant_id, payment_id, attempt_id: id },
      {
        outcome: { kind: 'failed', reason: 'payer_timeout', operator_code: 'E1' },
        provider_reference: null,
        raw: {},
      },
      'callback',
    );
  };

  async function makeLate(end: keyof typeof ends): Promise<Held> {
    const checkout = await makeCheckout(ctx, caller);
    const attempt = await commitAttempt(ctx, checkout);
    await ends[end](checkout);
    const held = { ...checkout, object_id: attempt.id };
    await arrive(await read(held), '5100 XOF');
    return held;
  }

  describe.each(Object.keys(ends) as (keyof typeof ends)[])('after the payment became %s', (end) => {
    it('is accepted unless the merchant has chosen otherwise', async () => {
      expect(await shown(await makeLate(end))).toMatchObject({ status: 'success', received_amount: 5_100 });
    });

    it('is refunded if the merchant has chosen so', async () => {
      await choose({ on_paid_late: 'refund_all' });
      const held = await makeLate(end);
      await advance(ctx, minute_ms);
      expect(await shown(held)).toMatchObject({ status: 'failed', failure: { code: 'paid_late' } });
      expect(await refundsOf(held)).toEqual(['success 5100 XOF of suspense, fee 0']);
      expect(await books()).toEqual([]);
    });

    it('needs review if the merchant has chosen so, and can be accepted', async () => {
      await choose({ on_paid_late: 'ask' });
      const held = await makeLate(end);
      expect(await shown(held)).toMatchObject({ status: 'processing', received_amount: 5_100 });
      expect(await read(held)).toMatchObject({ needs_review: true, unknown_cause: 'paid_late' });
      await decide(held, 'accept');
      expect(await shown(held)).toMatchObject({ status: 'success', late: end !== 'failed' });
      expect(await books()).toEqual([
        'fees -100 XOF',
        'merchant_balance -5000 XOF',
        'operator_clearing:sandbox 5100 XOF',
      ]);
    });
  });

  it('in a different amount follows the more cautious of the two choices', async () => {
    await choose({ on_paid_late: 'ask', on_underpaid: 'accept' });
    const checkout = await makeCheckout(ctx, caller);
    const attempt = await commitAttempt(ctx, checkout);
    await ends.expired(checkout);
    await arrive(attempt, '4000 XOF');
    expect(await shown(checkout)).toMatchObject({ status: 'processing' });
  });
});

describe('a second attempt while money is held', () => {
  /**
   * Makes a failed first attempt and a second one that awaits the customer; the first attempt then turns out to
   * have collected too little.
   */
  async function makeBeside(): Promise<{ held: Held; second: () => Promise<Attempt> }> {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '18');
    await advance(ctx, 1_500);
    await dropJobs(ctx);
    await chooseAndPay(ctx, checkout, '22');
    const attempts = () =>
      ctx.db
        .selectFrom('attempts')
        .selectAll()
        .where('payment_id', '=', checkout.payment_id)
        .orderBy('number')
        .execute();
    const held = { ...checkout, object_id: (await attempts())[0]?.id ?? '' };
    await arrive(await read(held), '4000 XOF');
    return { held, second: async () => (await attempts())[1] as Attempt };
  }
  const refuse = async (attempt: Attempt): Promise<void> =>
    applyOutcome(
      ctx,
      keyOf(attempt),
      {
        outcome: { kind: 'failed', reason: 'wrong_pin', operator_code: 'E' },
        provider_reference: null,
        raw: {},
      },
      'callback',
    );

  it('that fails does not let the customer pay again before a decision', async () => {
    const { held, second } = await makeBeside();
    await refuse(await second());
    expect(await shown(held)).toMatchObject({ status: 'processing', received_amount: 4_000 });
    await decide(held, 'refund_all');
    expect(await shown(held)).toMatchObject({ status: 'failed', retryable: true });
  });

  it('that succeeds leaves only the choice to refund the held money', async () => {
    const { held, second } = await makeBeside();
    await arrive(await second(), '5100 XOF');
    for (const verdict of ['accept', 'refund_difference']) {
      await expect(decide(held, verdict)).rejects.toMatchObject({ code: 'conflict' });
    }
    await decide(held, 'refund_all');
    await advance(ctx, minute_ms);
    expect(await shown(held)).toMatchObject({ status: 'success', received_amount: 5_100 });
    expect(await refundsOf(held)).toEqual(['success 4000 XOF of suspense, fee 0']);
  });

  it('that is open continues when the held money is refunded', async () => {
    const { held, second } = await makeBeside();
    await decide(held, 'refund_all');
    expect(await shown(held)).toMatchObject({ status: 'processing' });
    await arrive(await second(), '5100 XOF');
    expect(await shown(held)).toMatchObject({ status: 'success' });
  });
});

describe('a payment that was paid twice', () => {
  async function makeTwice(): Promise<Held> {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '18', 'mtn_ci');
    await advance(ctx, 1_500);
    await chooseAndPay(ctx, checkout, '00', 'wave_ci');
    await advance(ctx, 10 * minute_ms);
    return { ...checkout, object_id: await duplicateOf(ctx, checkout) };
  }

  it('has its duplicate refunded immediately if the merchant has chosen so', async () => {
    await choose({ on_paid_twice: 'refund_all' });
    const twice = await makeTwice();
    // A refund to the number of this sandbox case succeeds like any other.
    expect(await refundsOf(twice)).toEqual(['success 5100 XOF of duplicates, fee 0']);
    expect(await read(twice)).toMatchObject({ needs_review: false });
    expect(await listJobs(ctx, 'refund_held')).toEqual([]);
  });

  it('has its duplicate refunded once, however often the job runs', async () => {
    await choose({ on_paid_twice: 'refund_all' });
    const twice = await makeTwice();
    const { merchant_id, object_id: attempt_id } = twice;
    const before = await read(twice);
    await refundHeld(ctx, service_actor, { merchant_id, attempt_id });
    expect(await refundsOf(twice)).toEqual(['success 5100 XOF of duplicates, fee 0']);
    expect(await read(twice)).toEqual(before);
  });

  it('can have its duplicate refunded by a person, but never accepted', async () => {
    const twice = await makeTwice();
    expect(await refundsOf(twice)).toEqual([]);
    await expect(decide(twice, 'accept')).rejects.toMatchObject({ reason: { code: 'paid_twice' } });
    await decide(twice, 'refund_all');
    await advance(ctx, 10 * minute_ms);
    expect(await refundsOf(twice)).toEqual(['success 5100 XOF of duplicates, fee 0']);
  });

  it('has a duplicate in a different amount booked as it arrived', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '02');
    await advance(ctx, 1_500);
    await chooseAndPay(ctx, checkout, '00');
    const [first] = await ctx.db
      .selectFrom('attempts')
      .selectAll()
      .where('payment_id', '=', checkout.payment_id)
      .orderBy('number')
      .execute();
    await arrive(first as Attempt, '777 GHS');
    expect(await books()).toContain('duplicates -777 GHS');
    await decide({ ...checkout, object_id: first?.id ?? '' }, 'refund_all');
    await advance(ctx, minute_ms);
    expect(await refundsOf(checkout)).toMatchObject([expect.stringMatching(/777 GHS of duplicates/)]);
  });
});
