import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';

/**
 * Mistakes in the states of payments, attempts, payouts, refunds and sessions, and in the effects of state changes.
 */
export const states: readonly Mutant[] = [
  {
    name: 'a refusal after a success fails the attempt',
    file: `${core}/payments/attempt/states.ts`,
    find: "{ from: 'submitted', event: 'refused', to: 'failed' },",
    replace:
      "{ from: 'submitted', event: 'refused', to: 'failed' },\n  { from: 'success', event: 'refused', to: 'failed' },",
    tests: [`${core}/payments/attempt/transition.test.ts`],
  },
  {
    name: 'a success after a refusal is ignored',
    file: `${core}/payments/attempt/states.ts`,
    find: "  { from: 'failed', event: 'settled', to: 'success' },\n",
    replace: '',
    tests: [`${core}/payments/attempt/transition.test.ts`],
  },
  {
    name: 'an attempt with an unknown outcome counts as ended',
    file: `${core}/payments/attempt/states.ts`,
    find: "status === 'created' || status === 'submitted' || status === 'unknown'",
    replace: "status === 'created' || status === 'submitted'",
    tests: [`${core}/payments/attempt/transition.test.ts`],
  },
  {
    name: 'an attempt changes despite a concurrent change',
    file: `${core}/payments/attempt/queries.ts`,
    find: '\n        and attempt.status = step.from_status\n    ',
    replace: '',
    tests: [`${core}/payments/attempt/transition.test.ts`],
  },
  {
    name: 'a payment expires while its attempt is in progress',
    file: `${core}/payments/states.ts`,
    find: "  { from: 'pending', event: 'session_expired'",
    replace:
      "  { from: 'processing', event: 'session_expired', to: 'expired', emits: 'payment.expired' },\n" +
      "  { from: 'pending', event: 'session_expired'",
    tests: [`${core}/payments/transition.test.ts`],
  },
  {
    name: 'a failed payment cannot be attempted again',
    file: `${core}/payments/states.ts`,
    find: "  { from: 'failed', event: 'attempt_opened', to: 'processing', emits: null },\n",
    replace: '',
    tests: [`${core}/payments/transition.test.ts`],
  },
  {
    name: 'an expired payment emits no event',
    file: `${core}/payments/states.ts`,
    find: "event: 'session_expired', to: 'expired', emits: 'payment.expired'",
    replace: "event: 'session_expired', to: 'expired', emits: null",
    tests: [`${core}/payments/transition.test.ts`, `${core}/payments/session/expire.test.ts`],
  },
  {
    name: 'a payment changes despite a concurrent change',
    file: `${core}/payments/queries.ts`,
    find: '\n        and payment.status = step.from_status',
    replace: '',
    tests: [`${core}/payments/transition.test.ts`],
  },
  {
    name: 'a payment changes without its posting',
    file: `${core}/payments/transition.ts`,
    find: '  if (change.posting) await post(tx, change.posting);\n',
    replace: '',
    tests: [`${core}/payments/transition.test.ts`],
  },
  {
    name: 'a refusal after a success fails the payout',
    file: `${core}/transfers/states.ts`,
    find: "  { from: 'failed', event: 'settled'",
    replace:
      "  { from: 'success', event: 'refused', to: 'failed', emits: 'failed' },\n" +
      "  { from: 'failed', event: 'settled'",
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'a payout changes despite a concurrent change',
    file: `${core}/transfers/queries.ts`,
    find: "\n        .where('status', 'is not distinct from', from)",
    replace: '',
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'a payout changes without its posting',
    file: `${core}/transfers/transition.ts`,
    find: '  if (posting) await post(tx, posting);\n',
    replace: '',
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'payouts that end together emit no events',
    file: `${core}/transfers/transition.ts`,
    find: '  await emitEvents(tx, { merchant_id, mode }, eventsOf(kind, changes, at));\n',
    replace: '',
    tests: [`${core}/transfers/transition-many.test.ts`],
  },
  {
    name: 'an unsent payout can be settled manually, and is sent afterwards',
    file: `${core}/transfers/states.ts`,
    find: "return status === 'pending' || status === 'processing';",
    replace: "return status === 'processing';",
    tests: [`${core}/operations/review/resolve-payout.test.ts`],
  },
  {
    name: 'a payout is sent before a second person has approved it',
    file: `${core}/transfers/payouts/kind.ts`,
    find: "approval !== 'waiting' && approval !== 'refused'",
    replace: "approval !== 'refused'",
    tests: [`${core}/accounts/approvals/judge.test.ts`],
  },
  {
    name: 'a refund that is made after a refusal stays failed',
    file: `${core}/transfers/states.ts`,
    find: "  { from: 'failed', event: 'settled', to: 'success', emits: 'successful' },\n",
    replace: '',
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'a refund changes despite a concurrent change',
    file: `${core}/transfers/queries.ts`,
    find: "\n        .where('status', 'is not distinct from', from)",
    replace:
      "\n        .where('status', noun === 'refund' ? '<>' : '=', noun === 'refund' ? 'pending' : from)",
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'merchants are notified only of failed refunds',
    file: `${core}/transfers/transition.ts`,
    find: '    if (emits === null) return [];',
    replace: "    if (emits === null || `${kind.noun}.${emits}` === 'refund.successful') return [];",
    tests: [`${core}/transfers/transition.test.ts`],
  },
  {
    name: 'a cancelled session also expires',
    file: `${core}/payments/session/states.ts`,
    find: "  { from: 'active', event: 'time_passed', to: 'expired' },",
    replace:
      "  { from: 'active', event: 'time_passed', to: 'expired' },\n" +
      "  { from: 'cancelled', event: 'time_passed', to: 'expired' },",
    tests: [`${core}/payments/session/transition.test.ts`],
  },
  {
    name: 'a checkout can be cancelled while a payment is in progress',
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
    name: 'a further account is tried although the customer may have been prompted',
    file: `${core}/payments/attempt/open-next.ts`,
    find: "outcome.kind === 'failed' && outcome.reached_customer === false && reasons",
    replace: "outcome.kind === 'failed' && reasons",
    tests: [`${core}/payments/session/fail-over.test.ts`],
  },
  {
    name: 'a further account is tried after the session has ended',
    file: `${core}/payments/attempt/open-next.ts`,
    find: "  if (session.status !== 'active' || hasExpired(session, at)) return null;\n",
    replace: '',
    tests: [`${core}/payments/session/fail-over.test.ts`],
  },
  {
    name: 'one wrong code too many is allowed',
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
