import type { ConnectorAnswer } from '@guichet/operators/contract';
import type { Bug } from './bug.ts';
import { bookBugs } from './bugs-of-books.ts';
import { deliveryBugs } from './bugs-of-deliveries.ts';
import { lossBugs } from './bugs-of-losses.ts';
import { stepBugs } from './bugs-of-steps.ts';
import { turnBugs } from './bugs-of-turns.ts';

type Call = (...args: unknown[]) => Promise<ConnectorAnswer>;

/** Changes the results of every connector. */
const changeAnswers =
  (change: (answer: ConnectorAnswer, verb: string) => ConnectorAnswer) =>
  (real: { callConnector: Call }) => ({
    callConnector: async (...args: unknown[]) => {
      const { verb } = args[1] as { verb: string };
      return change(await real.callConnector(...args), verb);
    },
  });

const failed = { kind: 'failed', reason: 'operator_down', operator_code: 'planted' } as const;

/**
 * All planted mistakes: those in the handling of responses from providers, then those in the books, the next
 * steps and the rest.
 */
export const bugs: readonly Bug[] = [
  {
    name: 'a lost response is treated as a failure',
    found: /is failed, and \S+ moved/,
    tilt: { rates: { drop_after: 0.5, no_callback: 0.8 }, features: { payouts: true } },
    module: '../packages/core/src/operator-calls/call.ts',
    plant: changeAnswers((answer, verb) =>
      verb !== 'inquiry' && answer.outcome.kind === 'unknown' ? { ...answer, outcome: failed } : answer,
    ),
  },
  {
    name: 'an outcome that an inquiry does not find at once is treated as a failure',
    found: /is failed, and \S+ moved/,
    module: '../packages/core/src/operator-calls/call.ts',
    tilt: { rates: { drop_after: 0.5, no_callback: 0.8 }, features: { payouts: true } },
    plant: changeAnswers((answer, verb) =>
      verb === 'inquiry' && answer.outcome.kind === 'unknown' ? { ...answer, outcome: failed } : answer,
    ),
  },
  {
    name: 'a different account is tried after a lost response',
    found: /was charged \d times/,
    tilt: { rates: { drop_after: 0.6 } },
    module: '../packages/core/src/operator-calls/call.ts',
    plant: changeAnswers((answer, verb) =>
      verb === 'collect' && answer.outcome.kind === 'unknown'
        ? { ...answer, outcome: { ...failed, reached_customer: false } }
        : answer,
    ),
  },
  {
    name: 'a pending request is treated as paid',
    found: /payout \S+ is success, and/,
    module: '../packages/core/src/transfers/apply-outcome.ts',
    tilt: { connector: 'mtn-momo', features: { payouts: true, persons: false } },
    plant: (real) => ({
      // biome-ignore lint/suspicious/noExplicitAny: as above
      applyTransferOutcome: (ctx: unknown, kind: any, transfer: any, answer: any, via: unknown) => {
        const { amount_minor, currency } = transfer;
        const isPending = answer.outcome.kind === 'pending' && amount_minor !== undefined;
        const paid = { ...answer, outcome: { kind: 'settled', money: { amount_minor, currency } } };
        const said = kind.noun === 'payout' && isPending ? paid : answer;
        return real.applyTransferOutcome(ctx, kind, transfer, said, via);
      },
    }),
  },
  {
    name: 'money that arrives after a refusal is ignored',
    found: /is failed, and \S+ moved/,
    tilt: { rates: { late_success: 0.9 } },
    module: '../packages/core/src/payments/attempt/states.ts',
    plant: (real) => ({
      findAttemptRule: (from: string, event: string) =>
        from === 'failed' ? undefined : real.findAttemptRule(from, event),
    }),
  },
  {
    name: 'a second payment is booked like the first',
    found: /has 0 duplicates/,
    tilt: { rates: { late_success: 0.8 } },
    module: '../packages/core/src/payments/attempt/transition.ts',
    plant: (real) => ({
      transitionAttempt: (tx: unknown, attempt: unknown, change: { facts: object }) =>
        real.transitionAttempt(tx, attempt, { ...change, facts: { ...change.facts, duplicate: false } }),
    }),
  },
  {
    name: 'a payment of a different amount is booked as the requested amount',
    found: /another amount moved/,
    tilt: { rates: { wrong_amount: 0.6 } },
    module: '../packages/core/src/payments/attempt/apply-outcome.ts',
    plant: (real) => ({
      // biome-ignore lint/suspicious/noExplicitAny: as above
      applyOutcome: async (ctx: any, key: any, answer: any, via: unknown) => {
        const { currency, charged_minor: amount_minor } = await ctx.db
          .selectFrom('attempts')
          .selectAll()
          .where('id', '=', key.attempt_id)
          .executeTakeFirstOrThrow();
        const money = { currency, amount_minor };
        const isSettled = answer.outcome.kind === 'settled';
        const said = isSettled ? { ...answer, outcome: { kind: 'settled', money } } : answer;
        return real.applyOutcome(ctx, key, said, via);
      },
    }),
  },
  {
    name: 'a refund is booked twice when it is sent',
    found: /the ledger says/,
    module: '../packages/core/src/transfers/postings.ts',
    tilt: { connector: 'pawapay', features: { refunds: true } },
    plant: (real) => ({
      paymentOf: (books: { noun: string }, ...args: unknown[]) => {
        const posting = real.paymentOf(books, ...args);
        const times = books.noun === 'refund' ? 2n : 1n;
        const lines = posting.lines.map((line: { amount_minor: bigint }) => ({
          ...line,
          amount_minor: line.amount_minor * times,
        }));
        return { ...posting, lines };
      },
    }),
  },
  {
    name: 'a merchant is notified twice of a success',
    found: /ends and \d+ events/,
    module: '../packages/core/src/events/emit.ts',
    plant: (real) => ({
      emitEvent: async (tx: unknown, event: { type: string }) => {
        await real.emitEvent(tx, event);
        if (event.type === 'payment.successful') await real.emitEvent(tx, event);
      },
    }),
  },
  {
    name: 'a callback is trusted whoever sent it',
    found: /is success, and/,
    tilt: { connector: 'mtn-momo', rates: {} },
    module: '../packages/core/src/operations/callbacks/take-notice.ts',
    plant: (real) => ({
      followHint: (ctx: unknown, subject: unknown, notice: unknown) =>
        notice === null ? undefined : real.applyNotice(ctx, subject, notice),
    }),
  },
  {
    name: 'a payout is sent under a new reference each time',
    found: /in nobody's rows/,
    module: '../packages/core/src/transfers/send.ts',
    tilt: { connector: 'mtn-momo', features: { payouts: true, persons: false } },
    plant: (real) => ({
      // biome-ignore lint/suspicious/noExplicitAny: as above
      sendTransfer: async (ctx: any, actor: unknown, work: { kind: any; job: { payout_id: string } }) => {
        const { kind, job } = work;
        const { randomUUID } = await import('node:crypto');
        const { findTransferById } = await import('@guichet/core/testing');
        const payout = kind.noun === 'payout' && (await findTransferById(ctx.db, kind, job.payout_id));
        if (payout && payout.status === 'pending') {
          const { call } = await kind.prepareCall(ctx, ctx.db, { ...payout, reference: randomUUID() });
          await call(new AbortController().signal);
        }
        return real.sendTransfer(ctx, actor, work);
      },
    }),
  },
  ...bookBugs,
  ...stepBugs,
  ...turnBugs,
  ...lossBugs,
  ...deliveryBugs,
];
