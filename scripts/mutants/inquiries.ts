import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';

/** Mistakes in determining an outcome: lost responses, inquiries, rechecks. */
export const inquiries: readonly Mutant[] = [
  {
    name: 'a lost response counts as a failure',
    file: `${core}/operator-calls/call.ts`,
    find: "outcome: { kind: 'unknown', cause: timed_out ? 'timeout' : 'unreachable' },",
    replace: "outcome: { kind: 'failed', reason: 'operator_down', operator_code: null },",
    tests: [`${core}/operator-calls/call.test.ts`],
  },
  {
    name: 'a payout is sent before an inquiry about it is scheduled',
    file: `${core}/transfers/send.ts`,
    find: '    await addInquiryJob(tx, kind, transfer, new Date(at.getTime() + inquiry_ms));\n',
    replace: '',
    tests: [`${core}/transfers/send.test.ts`],
  },
  {
    name: 'all workers inquire about a payout at once',
    file: `${core}/transfers/queries.ts`,
    find: '    .where(notInquired(claim.not_since, claim.not_after))\n',
    replace: '',
    tests: [`${core}/transfers/inquire.test.ts`],
  },
  {
    name: 'all workers inquire about an attempt at once',
    file: `${core}/payments/attempt/claims/queries.ts`,
    find: "        and ${notInquired(sql.raw('wanted.not_since'), sql.raw('wanted.not_after'))}\n",
    replace: '',
    tests: [`${core}/payments/attempt/inquire.test.ts`],
  },
  {
    name: 'a payout that stays unknown is not marked for review',
    file: `${core}/transfers/inquire.ts`,
    find: '  if (!(await markForReview(ctx.db, kind, transfer))) return;\n',
    replace: '',
    tests: [`${core}/transfers/inquire.test.ts`],
  },
  {
    name: 'a refund that stays unknown is not marked for review',
    file: `${core}/transfers/inquire.ts`,
    find: '  if (!(await markForReview(ctx.db, kind, transfer))) return;\n',
    replace: "  if (kind.noun === 'refund' || !(await markForReview(ctx.db, kind, transfer))) return;\n",
    tests: [`${core}/transfers/inquire.test.ts`],
  },
  {
    name: 'inquiries end after two days, not three',
    file: `${core}/operator-calls/inquiry-schedule.ts`,
    find: 'export const ask_for_ms = 3 * 24 * hour_ms;',
    replace: 'export const ask_for_ms = 2 * 24 * hour_ms;',
    tests: [`${core}/operator-calls/inquiry-schedule.test.ts`],
  },
  {
    name: 'a refused attempt is never rechecked',
    file: `${core}/payments/attempt/apply-outcome.ts`,
    find: '    await planRecheck(tx, look, attempt, answer.outcome, at);\n',
    replace: '    void look;\n',
    tests: [`${core}/transfers/recheck.test.ts`],
  },
  {
    name: 'a refused payout is never rechecked',
    file: `${core}/transfers/apply-outcome.ts`,
    find: '  const { merchant_id, id } = transfer;\n  await planRecheck(',
    replace:
      "  const { merchant_id, id } = transfer;\n  if (kind.noun === 'payout') return;\n  await planRecheck(",
    tests: [`${core}/transfers/recheck.test.ts`],
  },
  {
    name: 'a refused refund is never rechecked',
    file: `${core}/transfers/apply-outcome.ts`,
    find: '  const { merchant_id, id } = transfer;\n  await planRecheck(',
    replace:
      "  const { merchant_id, id } = transfer;\n  if (kind.noun === 'refund') return;\n  await planRecheck(",
    tests: [`${core}/transfers/recheck.test.ts`],
  },
  {
    name: 'a recheck does not inquire about failed transfers',
    file: `${core}/transfers/recheck.ts`,
    find: 'const options = { also_ended: true, hear };',
    replace: 'const options = { also_ended: false, hear };',
    tests: [`${core}/transfers/recheck.test.ts`],
  },
  {
    name: 'rechecks never end',
    file: `${core}/transfers/recheck.ts`,
    find: '{ ...look, round: look.round + 1 }',
    replace: 'look',
    tests: [`${core}/transfers/recheck.test.ts`],
  },
  {
    name: 'the last recheck is after half a day',
    file: `${core}/operator-calls/plan-recheck.ts`,
    find: '2 * hour_ms, 24 * hour_ms]',
    replace: '2 * hour_ms, 12 * hour_ms]',
    tests: [`${core}/operator-calls/plan-recheck.test.ts`],
  },
  {
    name: 'a page that was lost with the database counts as never shown',
    file: `${core}/payments/attempt/inquire.ts`,
    find: 'is_restored: await wasRecovering(ctx.db, attempt.created_at),',
    replace: 'is_restored: (await wasRecovering(ctx.db, attempt.created_at)) && false,',
    tests: [`${core}/operations/recovery/recovery.test.ts`],
  },
  {
    name: 'a transaction of a suspended process is never rolled back',
    file: `${core}/platform/database/connect.ts`,
    find: "idle_in_transaction_session_timeout = '30s'",
    replace: "idle_in_transaction_session_timeout = '0'",
    tests: [`${core}/platform/database/connect.test.ts`],
  },
];
