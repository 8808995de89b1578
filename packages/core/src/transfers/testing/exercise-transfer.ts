import { describe, expect } from 'vitest';
import type { TestContext } from '../../../../../test-support/context.ts';
import { makePayer, makePayout } from '../../../../../test-support/payouts.ts';
import { makePaid, makeRefund, makeSeller } from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { payouts } from '../payouts/kind.ts';
import { refunds } from '../refunds/kind.ts';
import type { TransferKey, TransferKind } from '../transfer.ts';

/** A kind of transfer, with what its tests need to make one and to check its effects. */
export interface TransferSubject {
  readonly kind: TransferKind;
  /** The default amount in XOF, where major and minor units are the same. */
  readonly amount: number;
  /** The accounts that the amount comes from, with the part that comes from each. */
  readonly source: readonly (readonly [account: string, amount: number])[];
  /** The fields of an inquiry in addition to those of all transfers. */
  readonly inquiry: object;
  /** Makes a separate merchant with 5,000 XOF, or the given amount. */
  makeMerchant(ctx: TestContext, amount?: number): Promise<Caller>;
  /** Creates a transfer to a number with these last digits; the job that sends it waits in the queue. */
  make(ctx: TestContext, caller: Caller, digits: string, fields?: object): Promise<TransferKey>;
}

const transfer_subjects: readonly TransferSubject[] = [
  {
    kind: payouts,
    amount: 5000,
    source: [['merchant_balance', 5000]],
    inquiry: {},
    makeMerchant: (ctx, amount = 5000) => makePayer(ctx, amount),
    make: makePayout,
  },
  {
    kind: refunds,
    amount: 5100,
    source: [
      ['merchant_balance', 5000],
      ['fees', 100],
    ],
    inquiry: {
      collection: {
        reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
        provider_reference: expect.stringMatching(/^sbx_/),
        receipt: null,
        money: { amount_minor: 5100n, currency: 'XOF' },
      },
    },
    // The merchant's balance comes from its sales.
    makeMerchant: makeSeller,
    make: async (ctx, caller, digits, fields) => makeRefund(ctx, await makePaid(ctx, caller, digits), fields),
  },
];

/**
 * Runs the same cases for every kind of transfer. The tests that use this function, next to each verb of the
 * engine, form the engine's conformance suite.
 */
export function exerciseTransfer(what: string, cases: (subject: TransferSubject) => void): void {
  describe.each(transfer_subjects)(`${what}: a $kind.noun`, cases);
}

/** Lists the ledger entries of each step, such as `payout_reserved merchant_balance 5000`. */
export function entriesOf({ kind: { noun }, amount, source }: TransferSubject) {
  const lines = (step: string, parts: readonly (readonly [account: string, amount: number])[]) =>
    parts.map(([account, part]) => `${noun}_${step} ${account} ${part}`);
  const in_flight = `${noun}s_in_flight`;
  const clearing = ['operator_clearing:sandbox', -amount] as const;
  const back = source.map(([account, part]) => [account, -part] as const);
  return {
    reserved: lines('reserved', [...source, [in_flight, -amount]]),
    reopened: lines('reopened', [...source, [in_flight, -amount]]),
    paid: lines('paid', [[in_flight, amount], clearing]),
    returned: lines('returned', [[in_flight, amount], ...back]),
    paid_late: lines('paid_late', [...source, clearing]),
    reversed: lines('reversed', [['operator_clearing:sandbox', amount], ...back]),
  };
}
