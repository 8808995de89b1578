import type { Bug } from './bug.ts';
import { times, without } from './bugs-of-books.ts';
import { withoutEvent, withoutJob } from './bugs-of-steps.ts';

// biome-ignore lint/suspicious/noExplicitAny: a planted mistake breaks the contract of what it replaces
type Any = any;

const core = '../packages/core/src';
const post = `${core}/ledger/post.ts`;
const emit = `${core}/events/emit.ts`;
const jobs = `${core}/platform/jobs/queries.ts`;
const judge = `${core}/payments/attempt/judge.ts`;
const recheck = `${core}/operator-calls/plan-recheck.ts`;

const reversals = { features: { reversals: true } } as const;
/** A tilt: Wave, which reverses payouts, and reports the reversals in response to inquiries. */
const returned = {
  connector: 'wave',
  features: { reversals: true, payouts: true, persons: false },
} as const;
const paid_otherwise = { unreliable: true, features: { reversals: false } } as const;

const accepted = { on_underpaid: 'accept', on_overpaid: 'accept', on_paid_late: 'accept' } as const;

/** Mistakes in reversals, and in the handling of unexpected money. */
export const turnBugs: readonly Bug[] = [
  {
    name: 'a reversed payment stays paid',
    found: /collect \S+ is success\S*.*, and was moved back/,
    module: `${core}/payments/attempt/apply-reversal.ts`,
    tilt: reversals,
    plant: () => ({ applyReversed: async () => false }),
  },
  {
    name: 'a reversal is booked twice',
    found: /the ledger says|merchant and fees hold/,
    module: post,
    tilt: reversals,
    plant: times('collection_reversed', 2n),
  },
  {
    name: 'a reversed payout stays paid',
    found: /payout \S+ is success.*, and was moved back/,
    module: `${core}/transfers/states.ts`,
    tilt: returned,
    plant: (real) => ({
      findTransferRule: (from: string, event: string) =>
        event === 'reversed' ? undefined : real.findTransferRule(from, event),
    }),
  },
  {
    name: 'the money of a reversed payout is not returned',
    found: /payout_is_booked_as_it_is|moved -?\d+, the ledger says/,
    module: post,
    tilt: returned,
    plant: without('payout_reversed'),
  },
  {
    name: 'the money of a reversed refund is not returned',
    found: /refund_is_booked_as_it_is|moved -?\d+, the ledger says/,
    module: post,
    tilt: { features: { reversals: true, refunds: true } },
    plant: without('refund_reversed'),
  },
  {
    name: 'a success that may still be reversed is never rechecked',
    found: /was moved back, and only a person found out/,
    module: recheck,
    tilt: returned,
    plant: () => ({ planSuccessRecheck: async () => false }),
  },
  {
    name: 'a merchant is not notified that a payment was reversed',
    found: /ends and \d+ events/,
    module: emit,
    tilt: reversals,
    plant: withoutEvent('payment.reversed'),
  },
  {
    name: 'a merchant is not notified that a payout was reversed',
    found: /ends and \d+ events/,
    module: emit,
    tilt: returned,
    plant: withoutEvent('payout.returned'),
  },
  {
    name: 'unexpected money is accepted whatever the merchant chose',
    found: /as was chosen|nobody was asked/,
    module: judge,
    tilt: { ...paid_otherwise, choices: { on_underpaid: 'ask', on_overpaid: 'refund_all' } },
    plant: (real) => ({
      judgeArrival: async (...args: unknown[]) => ({
        ...(await real.judgeArrival(...args)),
        choice: 'accept',
      }),
    }),
  },
  {
    name: 'late money is accepted whatever the merchant chose',
    found: /came too late and was accepted/,
    module: judge,
    tilt: { ...paid_otherwise, choices: { on_paid_late: 'refund_all' } },
    plant: (real) => ({
      judgeArrival: async (...args: unknown[]) => {
        const judgement = await real.judgeArrival(...args);
        return judgement.cause === 'paid_late' ? { choice: 'accept', cause: null } : judgement;
      },
    }),
  },
  {
    name: 'the money of a second payment is kept although it should be refunded',
    found: /was stranded|came twice and does not go back/,
    module: `${core}/payments/attempt/keep.ts`,
    tilt: { ...paid_otherwise, choices: { ...accepted, on_paid_twice: 'refund_all' } },
    plant: () => ({ refundSoon: async () => undefined }),
  },
  {
    name: 'the money of a second payment stays among the duplicates when it settles the payment after all',
    found: /duplicates hold -?\d+ instead of/,
    module: post,
    tilt: { unreliable: true, choices: { ...accepted, on_paid_twice: 'ask' } },
    plant: without('duplicate_accepted'),
  },
  {
    name: 'the difference is never refunded',
    found: /was stranded|does not give back what was not accepted/,
    module: jobs,
    tilt: { ...paid_otherwise, choices: { on_overpaid: 'refund_difference' } },
    plant: withoutJob('refund_held'),
  },
  {
    name: 'suspense keeps accepted money',
    found: /suspense hold/,
    module: post,
    tilt: { ...paid_otherwise, choices: { on_underpaid: 'accept', on_overpaid: 'accept' } },
    plant: without('suspense_accepted'),
  },
  {
    name: 'a partly accepted payment bears the whole fee',
    found: /of a part bears a fee of/,
    module: `${core}/payments/attempt/taken.ts`,
    tilt: { ...paid_otherwise, choices: { on_underpaid: 'accept' } },
    plant: () => ({ feeIn: (_kept: bigint, { fee_minor }: Any) => fee_minor }),
  },
  {
    name: 'a merchant is not notified of a second payment',
    found: /came twice, and nobody was told/,
    module: emit,
    tilt: { ...paid_otherwise, choices: accepted },
    plant: withoutEvent('payment.duplicate'),
  },
];
