import type { Bug } from './bug.ts';

// biome-ignore lint/suspicious/noExplicitAny: a planted mistake breaks the contract of what it replaces
type Any = any;

const core = '../packages/core/src';

/** Leaves out all jobs of one kind. */
export const withoutJob = (task: string) => (real: Any) => ({
  addJob: async (tx: unknown, job: { readonly task: string }) => {
    if (job.task !== task) await real.addJob(tx, job);
  },
});

/** Leaves out all events of one type. */
export const withoutEvent = (type: string) => (real: Any) => ({
  emitEvent: async (tx: unknown, event: { readonly type: string }) =>
    event.type === type ? '' : real.emitEvent(tx, event),
});

/**
 * Mistakes in what the service does next with a payment, payout or refund: whether, when, how often, and in
 * which process.
 */
export const stepBugs: readonly Bug[] = [
  {
    name: 'a call is sent however long its process was suspended',
    found: /left \d+ minutes after its commit/,
    module: `${core}/operator-calls/lease.ts`,
    tilt: { features: { payouts: true }, faults: { long_freeze: 0.04 } },
    plant: () => ({ startLease: () => ({ isOver: () => false }) }),
  },
  {
    name: 'the machine’s clock is trusted',
    found: /is of a time that has not come/,
    module: `${core}/platform/clock/follow.ts`,
    tilt: { skewed: true },
    plant: (real) => ({
      makeDatabaseClock: (pool: unknown, clocks: { wall(): number }) => ({
        ...real.makeDatabaseClock(pool, clocks),
        now: () => new Date(clocks.wall()),
      }),
    }),
  },
  {
    name: 'killing a worker costs its job many attempts',
    found: /was stranded/,
    module: `${core}/platform/jobs/queries.ts`,
    tilt: { loops: true, features: { payouts: true } },
    plant: (real) => ({
      freeJobsOfDeadWorkers: async (db: Any, dead_after_s: number) => {
        const { last } = await db
          .selectFrom('graphile_worker._private_jobs')
          .select(({ fn }: Any) => fn.max('id').as('last'))
          .executeTakeFirst();
        await real.freeJobsOfDeadWorkers(db, dead_after_s);
        // Released jobs have new ids.
        await db
          .updateTable('graphile_worker._private_jobs')
          .set(({ eb }: Any) => ({ attempts: eb('attempts', '+', 9) }))
          .where('id', '>', last)
          .execute();
      },
    }),
  },
  {
    name: 'the jobs of a dead worker are never done',
    found: /is (created|submitted|unknown|pending|processing)/,
    module: `${core}/platform/jobs/queries.ts`,
    tilt: { faults: { kill: 0.06 }, rates: { no_callback: 0.8 } },
    plant: () => ({ freeJobsOfDeadWorkers: async () => undefined }),
  },
  {
    name: 'a suspended worker removes the job that replaced its own',
    found: /was stranded/,
    module: `${core}/platform/jobs/queries.ts`,
    tilt: {
      faults: { freeze: 0.04 },
      rates: { no_callback: 0.8 },
      features: { payouts: true, refunds: true },
    },
    plant: () => ({
      freeJobsOfDeadWorkers: async (db: Any) => {
        await db
          .updateTable('graphile_worker._private_jobs')
          .set({ locked_at: null, locked_by: null, attempts: 0 })
          .where('locked_by', 'is not', null)
          .where('attempts', '<', 25)
          .where('locked_by', 'not in', (sub: Any) =>
            sub.selectFrom('worker_processes').select('id').where('seen_at', '>=', sub.fn('now')),
          )
          .execute();
      },
    }),
  },
  {
    name: 'a payout loses its job when it is created',
    found: /was stranded/,
    module: `${core}/platform/jobs/queries.ts`,
    tilt: { features: { payouts: true } },
    plant: withoutJob('send_payout'),
  },
  {
    name: 'a refund loses its job when it is created',
    found: /was stranded/,
    module: `${core}/platform/jobs/queries.ts`,
    tilt: { features: { refunds: true } },
    plant: withoutJob('send_refund'),
  },
  {
    name: 'a refusal is never rechecked',
    found: /is failed, and \S+ moved/,
    module: `${core}/operator-calls/plan-recheck.ts`,
    tilt: { rates: { late_success: 0.8, no_callback: 0.8 } },
    plant: () => ({ planRecheck: async () => false }),
  },
  {
    name: 'an attempt whose process died is never followed up',
    found: /was stranded|collect \S+ is created/,
    module: `${core}/payments/attempt/plan-inquiry.ts`,
    plant: () => ({ addInquiryJob: async () => undefined }),
  },
  {
    name: 'a transfer whose process died is never followed up',
    found: /was stranded|(payout|refund) \S+ is processing/,
    module: `${core}/transfers/plan-inquiry.ts`,
    tilt: { features: { payouts: true, refunds: true }, faults: { kill: 0.02 } },
    plant: () => ({ addInquiryJob: async () => undefined, scheduleInquiry: async () => true }),
  },
  {
    name: 'an attempt is inquired about only once',
    found: /was stranded|collect \S+ is (created|submitted|unknown)/,
    module: `${core}/payments/attempt/plan-inquiry.ts`,
    tilt: { rates: { no_callback: 0.8 } },
    plant: () => ({ scheduleInquiry: async () => true }),
  },
  {
    name: 'a person is asked although the operator would report the outcome',
    found: /for a person, and/,
    module: `${core}/payments/attempt/plan-inquiry.ts`,
    tilt: { rates: { no_callback: 0.8 } },
    plant: () => ({ scheduleInquiry: async () => false }),
  },
  {
    name: 'a payout of a different amount is booked as the requested amount',
    found: /(payout|refund) \S+ is success, and another amount moved/,
    module: `${core}/transfers/apply-outcome.ts`,
    tilt: { connector: 'pawapay', features: { payouts: true, refunds: true }, rates: { wrong_amount: 0.6 } },
    plant: (real) => ({
      applyTransferOutcome: async (ctx: Any, kind: Any, key: Any, answer: Any, via: unknown) => {
        const { amount_minor, currency } = await ctx.db
          .selectFrom(`${kind.noun}s`)
          .selectAll()
          .where('id', '=', key.id)
          .executeTakeFirstOrThrow();
        const outcome = { ...answer.outcome, money: { amount_minor, currency } };
        const said = answer.outcome.kind === 'settled' ? { ...answer, outcome } : answer;
        return real.applyTransferOutcome(ctx, kind, key, said, via);
      },
    }),
  },
  {
    name: 'a payout that is paid after it failed stays failed',
    found: /payout \S+ is failed, and \S+ moved/,
    module: `${core}/transfers/states.ts`,
    tilt: { features: { payouts: true }, rates: { late_success: 0.8 } },
    plant: (real) => ({
      findTransferRule: (from: string, event: string) =>
        from === 'failed' ? undefined : real.findTransferRule(from, event),
    }),
  },
  {
    name: 'the same idempotency key creates a second payout',
    found: /made several objects/,
    module: `${core}/platform/idempotency/run-idempotently.ts`,
    tilt: { features: { payouts: true, keys: true } },
    plant: () => ({
      runIdempotently: async (
        _tx: unknown,
        _who: unknown,
        _once: unknown,
        _at: unknown,
        make: () => unknown,
      ) => ({
        value: await make(),
        replayed: false,
      }),
    }),
  },
  {
    name: 'a large payout is sent without a second person',
    found: /left without a second person/,
    module: `${core}/accounts/approvals/judge.ts`,
    tilt: { features: { payouts: true } },
    plant: () => ({ needsSecondPerson: async () => false }),
  },
  {
    name: 'a merchant is not notified of a failure',
    found: /ends and \d+ events/,
    module: `${core}/events/emit.ts`,
    tilt: { rates: { no_callback: 0 } },
    plant: withoutEvent('payment.failed'),
  },
  {
    name: 'a merchant is not notified of a payout',
    found: /ends and \d+ events/,
    module: `${core}/events/emit.ts`,
    tilt: { connector: 'mtn-momo', features: { payouts: true, persons: false } },
    plant: withoutEvent('payout.successful'),
  },
  {
    name: 'a merchant is not notified of a refund',
    found: /ends and \d+ events/,
    module: `${core}/events/emit.ts`,
    tilt: { features: { refunds: true } },
    plant: withoutEvent('refund.successful'),
  },
];
