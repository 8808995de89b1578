import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';

/** Mistakes with the states of payments, attempts, payouts, refunds and sessions, and with their effects. */
export const states: readonly Mutant[] = [
  {
    name: 'a no after a yes fails the attempt',
    file: `${core}/payments/attempt/states.ts`,
    find: "{ from: 'submitted', event: 'refused', to: 'failed' },",
    replace:
      "{ from: 'submitted', event: 'refused', to: 'failed' },\n  { from: 'success', event: 'refused', to: 'failed' },",
    tests: [`${core}/payments/attempt/transition.test.ts`],
  },
  {
    name: 'a yes after a no is not believed',
    file: `${core}/payments/attempt/states.ts`,
    find: "  { from: 'failed', event: 'settled', to: 'success' },\n",
    replace: '',
    tests: [`${core}/payments/attempt/transition.test.ts`],
  },
  {
    name: 'an attempt that nobody knows the end of counts as over',
    file: `${core}/payments/attempt/states.ts`,
    find: "status === 'created' || status === 'submitted' || status === 'unknown'",
    replace: "status === 'created' || status === 'submitted'",
    tests: [`${core}/payments/attempt/transition.test.ts`],
  },
  {
    name: 'an attempt changes whatever it has become meanwhile',
    file: `${core}/payments/attempt/queries.ts`,
    find: '\n        and attempt.status = step.from_status\n    ',
    replace: '',
    tests: [`${core}/payments/attempt/transition.test.ts`],
  },
  {
    name: 'a payment expires while the operator is being asked',
    file: `${core}/payments/states.ts`,
    find: "  { from: 'pending', event: 'session_expired'",
    replace:
      "  { from: 'processing', event: 'session_expired', to: 'expired', emits: 'payment.expired' },\n" +
      "  { from: 'pending', event: 'session_expired'",
    tests: [`${core}/payments/transition.test.ts`],
  },
  {
    name: 'a failed payment cannot be tried again',
    file: `${core}/payments/states.ts`,
    find: "  { from: 'failed', event: 'attempt_opened', to: 'processing', emits: null },\n",
    replace: '',
    tests: [`${core}/payments/transition.test.ts`],
  },
  {
    name: 'nobody is told that a payment expired',
    file: `${core}/payments/states.ts`,
    find: "event: 'session_expired', to: 'expired', emits: 'payment.expired'",
    replace: "event: 'session_expired', to: 'expired', emits: null",
    tests: [`${core}/payments/transition.test.ts`, `${core}/payments/session/expire.test.ts`],
  },
  {
    name: 'a payment changes whatever it has become meanwhile',
    file: `${core}/payments/queries.ts`,
    find: '\n        and payment.status = step.from_status',
    replace: '',
    tests: [`${core}/payments/transition.test.ts`],
  },
  {
    name: 'a payment changes without its money',
    file: `${core}/payments/transition.ts`,
    find: '  if (change.posting) await post(tx, change.posting);\n',
    replace: '',
    tests: [`${core}/payments/transition.test.ts`],
  },
  {
    name: 'a no after a yes fails the payout',
    file: `${core}/transfers/states.ts`,
    find: "  { from: 'failed', event: 'settled'",
    replace:
      "  { from: 'success', event: 'refused', to: 'failed', emits: 'failed' },\n" +
      "  { from: 'failed', event: 'settled'",
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'a payout changes whatever it has become meanwhile',
    file: `${core}/transfers/queries.ts`,
    find: "\n        .where('status', 'is not distinct from', from)",
    replace: '',
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'a payout changes without its money',
    file: `${core}/transfers/transition.ts`,
    find: '  if (posting) await post(tx, posting);\n',
    replace: '',
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'of many payouts that end together nobody is told',
    file: `${core}/transfers/transition.ts`,
    find: '  await emitEvents(tx, { merchant_id, mode }, eventsOf(kind, changes, at));\n',
    replace: '',
    tests: [`${core}/transfers/transition-many.test.ts`],
  },
  {
    name: 'what is not sent yet can be settled by hand, and is sent afterwards',
    file: `${core}/transfers/states.ts`,
    find: "return status === 'pending' || status === 'processing';",
    replace: "return status === 'processing';",
    tests: [`${core}/operations/review/resolve-payout.test.ts`],
  },
  {
    name: 'a payout is sent before a second person has said yes',
    file: `${core}/transfers/payouts/kind.ts`,
    find: "approval !== 'waiting' && approval !== 'refused'",
    replace: "approval !== 'refused'",
    tests: [`${core}/accounts/approvals/judge.test.ts`],
  },
  {
    name: 'a refund that was made after its no stays failed',
    file: `${core}/transfers/states.ts`,
    find: "  { from: 'failed', event: 'settled', to: 'success', emits: 'successful' },\n",
    replace: '',
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'a refund changes whatever it has become meanwhile',
    file: `${core}/transfers/queries.ts`,
    find: "\n        .where('status', 'is not distinct from', from)",
    replace:
      "\n        .where('status', noun === 'refund' ? '<>' : '=', noun === 'refund' ? 'pending' : from)",
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'merchants are told of refunds that failed alone',
    file: `${core}/transfers/transition.ts`,
    find: '    if (emits === null) return [];',
    replace: "    if (emits === null || `${kind.noun}.${emits}` === 'refund.successful') return [];",
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'a session that was cancelled expires as well',
    file: `${core}/payments/session/states.ts`,
    find: "  { from: 'active', event: 'time_passed', to: 'expired' },",
    replace:
      "  { from: 'active', event: 'time_passed', to: 'expired' },\n" +
      "  { from: 'cancelled', event: 'time_passed', to: 'expired' },",
    tests: [`${core}/payments/session/transition.test.ts`],
  },
  {
    name: 'a checkout can be cancelled while the operator is being asked',
    file: `${core}/payments/session/cancel.ts`,
    find: "  if (payment.status === 'processing') throw new AppError('payment_in_progress');\n",
    replace: '',
    tests: [`${core}/payments/session/cancel.test.ts`],
  },
  {
    name: 'a session lives a moment longer than its 30 minutes',
    file: `${core}/payments/session/queries.ts`,
    find: ".where('expires_at', '<=', now)\n    .orderBy('expires_at')",
    replace: ".where('expires_at', '<', now)\n    .orderBy('expires_at')",
    tests: [`${core}/payments/session/expire.test.ts`],
  },
  {
    name: 'money is late only once the sweep has ended the session',
    file: `${core}/payments/attempt/settle-payment.ts`,
    find: "return session.status !== 'active' || session.expires_at <= at;",
    replace: "return session.status !== 'active';",
    tests: [`${core}/payments/session/expire.test.ts`],
  },
  {
    name: 'another account is asked though the customer may have been',
    file: `${core}/payments/attempt/open-next.ts`,
    find: "outcome.kind === 'failed' && outcome.reached_customer === false && reasons",
    replace: "outcome.kind === 'failed' && reasons",
    tests: [`${core}/payments/session/fail-over.test.ts`],
  },
  {
    name: 'another account is asked after the session has ended',
    file: `${core}/payments/attempt/open-next.ts`,
    find: "  if (session.status !== 'active' || hasExpired(session, at)) return null;\n",
    replace: '',
    tests: [`${core}/payments/session/fail-over.test.ts`],
  },
  {
    name: 'one wrong code more may be tried',
    file: `${core}/payments/attempt/count-code.ts`,
    find: 'if (otp_attempts < otp_attempts_max) return',
    replace: 'if (otp_attempts <= otp_attempts_max) return',
    tests: [`${core}/payments/session/submit-otp.test.ts`],
  },
  {
    name: 'many clicks send many codes',
    file: `${core}/payments/attempt/claims/queries.ts`,
    find: "\n    .where((where) => where(where.fn.coalesce('otp_resent_at', 'created_at'), '<=', before))",
    replace: '',
    tests: [`${core}/payments/session/resend-otp.test.ts`],
  },
];
