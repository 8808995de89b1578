import type { Bug } from './bug.ts';

type Line = { readonly account: string; readonly amount_minor: bigint };
type Posting = { readonly kind: string; readonly lines: readonly Line[] };

const module = '../packages/core/src/ledger/post.ts';

/** Changes what is posted. If the change returns undefined, the posting is omitted. */
const changePostings =
  (change: (posting: Posting) => Posting | undefined) => (real: Record<string, unknown>) => {
    const post = real.post as (tx: unknown, posting: Posting) => Promise<void>;
    return {
      post: async (tx: unknown, posting: Posting) => {
        const changed = change(posting);
        if (changed) await post(tx, changed);
      },
    };
  };

/** Leaves out a kind of posting. */
export const without = (kind: string) =>
  changePostings((posting) => (posting.kind === kind ? undefined : posting));

const moveLines = (kind: string, from: string, to: string) =>
  changePostings((posting) => {
    if (posting.kind !== kind) return posting;
    const lines = posting.lines.map((line) => (line.account === from ? { ...line, account: to } : line));
    return { ...posting, lines };
  });

/** Multiplies the amounts of a kind of posting. */
export const times = (kind: string, factor: bigint) =>
  changePostings((posting) => {
    if (posting.kind !== kind) return posting;
    const lines = posting.lines.map((line) => ({ ...line, amount_minor: line.amount_minor * factor }));
    return { ...posting, lines };
  });

/** Mistakes in the books, the balances and the fees. */
export const bookBugs: readonly Bug[] = [
  {
    name: 'the money of a failed payout is not returned',
    found: /payouts_in_flight holds/,
    module,
    tilt: { connector: 'mtn-momo', features: { payouts: true, persons: false } },
    plant: without('payout_returned'),
  },
  {
    name: 'a payout takes its money twice',
    found: /payouts_in_flight holds/,
    module,
    tilt: { connector: 'mtn-momo', features: { payouts: true, persons: false } },
    plant: times('payout_reserved', 2n),
  },
  {
    name: 'a paid payout stays in flight',
    found: /payouts_in_flight holds/,
    module,
    tilt: { connector: 'mtn-momo', features: { payouts: true, persons: false } },
    plant: without('payout_paid'),
  },
  {
    name: 'a payout that is paid after its money was returned is not deducted again',
    found: /payout_is_booked_as_it_is|moved -?\d+, the ledger says/,
    module,
    tilt: { features: { payouts: true }, rates: { late_success: 0.8 } },
    plant: without('payout_paid_late'),
  },
  {
    name: 'a refund is not deducted from the merchant’s balance',
    found: /refunds_in_flight holds|merchant and fees hold/,
    module,
    tilt: { features: { refunds: true } },
    plant: without('refund_reserved'),
  },
  {
    name: 'the money of a failed refund is not returned',
    found: /refunds_in_flight holds/,
    module,
    tilt: { connector: 'pawapay', features: { refunds: true } },
    plant: without('refund_returned'),
  },
  {
    name: 'a refund that is paid after it failed is not deducted again',
    found: /refund_is_booked_as_it_is|moved -?\d+, the ledger says/,
    module,
    tilt: { features: { refunds: true }, rates: { late_success: 0.8 } },
    plant: without('refund_paid_late'),
  },
  {
    name: 'a refund is removed from in-flight twice',
    found: /the ledger says/,
    module,
    tilt: { features: { refunds: true } },
    plant: times('refund_paid', 2n),
  },
  {
    name: 'the money of a second payment is credited to the merchant',
    found: /merchant and fees hold/,
    module,
    tilt: { rates: { late_success: 0.8 } },
    plant: moveLines('duplicate', 'duplicates', 'merchant_balance'),
  },
  {
    name: 'the fee is credited to the merchant',
    found: /the fees hold/,
    module,
    plant: moveLines('collection', 'fees', 'merchant_balance'),
  },
  {
    name: 'a collection is not booked',
    found: /the ledger says/,
    module,
    plant: without('collection'),
  },
  {
    name: 'a fee is rounded down',
    found: /with a fee of/,
    module: '../packages/kernel/src/money.ts',
    plant: (real) => ({
      // biome-ignore lint/suspicious/noExplicitAny: a planted mistake breaks the contract of what it replaces
      feeOf: (money: any, percent: unknown, decimals: unknown) => {
        const fee = real.feeOf(money, percent, decimals);
        return { ...fee, amount_minor: fee.amount_minor === 0n ? 0n : fee.amount_minor - 1n };
      },
    }),
  },
  {
    name: 'a full refund keeps the fee',
    found: /gave back all of it and \d+ of its fee/,
    module: '../packages/core/src/transfers/refunds/fee-part.ts',
    tilt: { features: { refunds: true } },
    plant: () => ({ feePartOf: () => 0n }),
  },
  {
    name: 'a refund exceeds the amount charged',
    found: /gave back|refund/,
    module: '../packages/core/src/transfers/refunds/queries.ts',
    tilt: { features: { refunds: true, keys: false } },
    plant: () => ({
      sumReturned: async () => ({
        ...{ returned_minor: 0n, returned_fee_minor: 0n, returned_in_all_minor: 0n },
        open_id: null,
      }),
    }),
  },
  {
    name: 'payouts exceed the balance',
    found: /the merchant owes/,
    module: '../packages/core/src/ledger/require-balance.ts',
    tilt: { features: { payouts: true } },
    plant: () => ({
      requireBalance: (
        tx: unknown,
        { merchant_id, mode, currency }: Record<string, string>,
        { read }: { read(tx: unknown, key: object): unknown },
      ) => read(tx, { merchant_id, mode, currency, account: 'merchant_balance' }),
    }),
  },
];
