import type { ConnectorAnswer } from '@guichet/operators/contract';

/** A mistake about money, planted into one module: what the module exports, with something changed. */
export interface Bug {
  readonly name: string;
  /** From this folder. */
  readonly module: string;
  // biome-ignore lint/suspicious/noExplicitAny: a planted mistake breaks the contract of what it replaces
  plant(real: any): object;
}

type Call = (...args: unknown[]) => Promise<ConnectorAnswer>;

/** Changes what every connector seems to answer. */
const changeAnswers =
  (change: (answer: ConnectorAnswer, verb: string) => ConnectorAnswer) =>
  (real: { callConnector: Call }) => ({
    callConnector: async (...args: unknown[]) => {
      const { verb } = args[1] as { verb: string };
      return change(await real.callConnector(...args), verb);
    },
  });

const failed = { kind: 'failed', reason: 'operator_down', operator_code: 'planted' } as const;

export const bugs: readonly Bug[] = [
  {
    name: 'a lost answer is taken for a failure',
    module: '../packages/core/src/attempts/call-connector.ts',
    plant: changeAnswers((answer, verb) =>
      verb !== 'look_up' && answer.outcome.kind === 'unknown' ? { ...answer, outcome: failed } : answer,
    ),
  },
  {
    name: 'what a look-up does not find at once is taken for a failure',
    module: '../packages/core/src/attempts/call-connector.ts',
    plant: changeAnswers((answer, verb) =>
      verb === 'look_up' && answer.outcome.kind === 'unknown' ? { ...answer, outcome: failed } : answer,
    ),
  },
  {
    name: 'another account is tried after a lost answer',
    module: '../packages/core/src/attempts/call-connector.ts',
    plant: changeAnswers((answer, verb) =>
      verb === 'collect' && answer.outcome.kind === 'unknown'
        ? { ...answer, outcome: { ...failed, reached_customer: false } }
        : answer,
    ),
  },
  {
    name: 'a request that is pending is taken for paid',
    module: '../packages/core/src/payouts/apply-outcome.ts',
    plant: (real) => ({
      // biome-ignore lint/suspicious/noExplicitAny: as above
      applyPayoutOutcome: (ctx: unknown, payout: any, answer: any, via: unknown) =>
        real.applyPayoutOutcome(
          ctx,
          payout,
          answer.outcome.kind === 'pending' && payout.amount_minor !== undefined
            ? {
                ...answer,
                outcome: {
                  kind: 'settled',
                  money: { amount_minor: payout.amount_minor, currency: payout.currency },
                },
              }
            : answer,
          via,
        ),
    }),
  },
  {
    name: 'money that comes after a refusal is not looked at',
    module: '../packages/core/src/attempts/states.ts',
    plant: (real) => ({
      findAttemptRule: (from: string, event: string) =>
        from === 'failed' ? undefined : real.findAttemptRule(from, event),
    }),
  },
  {
    name: 'a second payment is booked as if it were the first',
    module: '../packages/core/src/attempts/transition.ts',
    plant: (real) => ({
      transitionAttempt: (tx: unknown, attempt: unknown, change: { facts: object }) =>
        real.transitionAttempt(tx, attempt, { ...change, facts: { ...change.facts, duplicate: false } }),
    }),
  },
  {
    name: 'another amount than was asked for is forgotten',
    module: '../packages/core/src/attempts/transition.ts',
    plant: (real) => ({
      transitionAttempt: (tx: unknown, attempt: unknown, change: { facts: { mismatch?: unknown } }) => {
        const { mismatch: _forgotten, ...facts } = change.facts;
        return real.transitionAttempt(tx, attempt, { ...change, facts });
      },
    }),
  },
  {
    name: 'the money of a failed payout is not given back',
    module: '../packages/core/src/ledger/post.ts',
    plant: (real) => ({
      post: (tx: unknown, posting: { kind: string }) =>
        posting.kind === 'payout_returned' ? undefined : real.post(tx, posting),
    }),
  },
  {
    name: 'a refund is booked twice as it leaves',
    module: '../packages/core/src/refunds/postings.ts',
    plant: (real) => ({
      paymentOf: (...args: unknown[]) => {
        const posting = real.paymentOf(...args);
        return {
          ...posting,
          lines: posting.lines.map((line: { amount_minor: bigint }) => ({
            ...line,
            amount_minor: line.amount_minor * 2n,
          })),
        };
      },
    }),
  },
  {
    name: 'a merchant is not told of a failure',
    module: '../packages/core/src/events/emit.ts',
    plant: (real) => ({
      emitEvent: (tx: unknown, event: { type: string }) =>
        event.type === 'payment.failed' ? undefined : real.emitEvent(tx, event),
    }),
  },
  {
    name: 'a merchant is told twice of a success',
    module: '../packages/core/src/events/emit.ts',
    plant: (real) => ({
      emitEvent: async (tx: unknown, event: { type: string }) => {
        await real.emitEvent(tx, event);
        if (event.type === 'payment.successful') await real.emitEvent(tx, event);
      },
    }),
  },
  {
    name: 'nobody looks after an attempt whose process died',
    module: '../packages/core/src/attempts/plan-look-up.ts',
    plant: () => ({ addLookUpJob: async () => undefined }),
  },
  {
    name: 'an open payment can be cancelled',
    module: '../packages/core/src/payments/states.ts',
    plant: (real) => ({
      findPaymentRule: (from: string, event: string) =>
        from === 'processing' && event === 'customer_cancelled'
          ? { from, event, to: 'cancelled', tells: 'payment.cancelled' }
          : real.findPaymentRule(from, event),
    }),
  },
  {
    name: 'a callback is believed whoever sent it',
    module: '../packages/core/src/callbacks/take-notice.ts',
    plant: (real) => ({
      followHint: (ctx: unknown, subject: unknown, notice: unknown) =>
        notice === null ? undefined : real.applyNotice(ctx, subject, notice),
    }),
  },
  {
    name: 'a payout is sent under a new reference each time',
    module: '../packages/core/src/payouts/send.ts',
    plant: (real) => ({
      sendPayout: async (...args: [ctx: never, job: { merchant_id: string; payout_id: string }]) => {
        const { randomUUID } = await import('node:crypto');
        const [ctx, { merchant_id, payout_id: id }] = args;
        const { openConnector } = await import('../packages/core/src/attempts/call-connector.ts');
        const { findPayoutById } = await import('../packages/core/src/payouts/queries.ts');
        const payout = await findPayoutById((ctx as { db: never }).db, id);
        if (payout?.status === 'pending') {
          const connector = await openConnector(ctx, payout);
          const request = { ...real.requestOf(payout), reference: randomUUID() };
          await connector.payout?.(request, new AbortController().signal);
        }
        void merchant_id;
        return real.sendPayout(...args);
      },
    }),
  },
  {
    name: 'more is given back than was charged',
    module: '../packages/core/src/refunds/queries.ts',
    plant: () => ({ sumReturned: async () => ({ returned_minor: 0n, returned_fee_minor: 0n }) }),
  },
];
