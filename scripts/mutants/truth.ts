import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';
const operators = 'packages/operators/src';

/**
 * Mistakes in handling money after a success and outside of payments: reversals, movements, drift, recovery,
 * merchants' choices, leases.
 */
export const truth: readonly Mutant[] = [
  {
    name: 'a reversed payment stays paid',
    file: `${core}/payments/attempt/states.ts`,
    find: "  { from: 'success', event: 'reversed', to: 'reversed' },\n",
    replace: '',
    tests: [`${core}/payments/attempt/apply-reversal.test.ts`],
  },
  {
    name: 'a duplicate does not pay when the first money is reversed',
    file: `${core}/payments/attempt/apply-reversal.ts`,
    find: '  await payByDuplicate(ctx, tx, changed, at);\n',
    replace: '  void payByDuplicate;\n',
    tests: [`${core}/payments/attempt/pay-by-duplicate.test.ts`],
  },
  {
    name: 'a duplicate that is being refunded also pays',
    file: `${core}/payments/attempt/pay-by-duplicate.ts`,
    find: ' && !(await hasRefunds(tx, attempt))',
    replace: ' && (await hasRefunds(tx, attempt)) !== null',
    tests: [`${core}/payments/attempt/pay-by-duplicate.test.ts`],
  },
  {
    name: 'a duplicate that pays is booked with the fee of the first',
    file: `${core}/payments/attempt/postings.ts`,
    find: 'const [_, ...kept] = collectionPosting(attempt, at).lines;',
    replace:
      'const [_, ...kept] = collectionPosting({ ...attempt, fee_minor: 0n, amount_minor: attempt.charged_minor }, at).lines;',
    tests: [`${core}/payments/attempt/pay-by-duplicate.test.ts`],
  },
  {
    name: 'a failed payout gets its money back a second time when it is reversed',
    file: `${core}/transfers/apply-outcome.ts`,
    find: ': isOpen(transfer.status) && returnOf(kind.books, transfer, at);',
    replace: ': returnOf(kind.books, transfer, at);',
    tests: [`${core}/transfers/apply-reversal.test.ts`],
  },
  {
    name: 'a reversed payment is reported to the merchant as failed',
    file: `${core}/payments/states.ts`,
    find: "event: 'attempt_reversed', to: 'reversed', emits: 'payment.reversed'",
    replace: "event: 'attempt_reversed', to: 'reversed', emits: 'payment.failed'",
    tests: [`${core}/payments/attempt/apply-reversal.test.ts`],
  },
  {
    name: 'a provider’s own refund also counts as a reversal',
    file: `${core}/payments/attempt/apply-reversal.ts`,
    find: '    if (refunded.by_provider_minor >= moved.amount_minor) return false;\n',
    replace: '',
    tests: [`${core}/payments/attempt/apply-reversal.test.ts`],
  },
  {
    name: 'float takes from the balance, and a sweep adds to it',
    file: `${core}/operations/books/book.ts`,
    find: '{ account: accountOf(debit), amount_minor: sign * amount_minor },\n      { account: accountOf(credit), amount_minor: -sign * amount_minor },',
    replace:
      '{ account: accountOf(debit), amount_minor: -sign * amount_minor },\n      { account: accountOf(credit), amount_minor: sign * amount_minor },',
    tests: [`${core}/operations/books/record.test.ts`],
  },
  {
    name: 'the operator’s own fee is paid from the balance',
    file: `${core}/ledger/movements.ts`,
    find: "operator_fee: { debit: operatorFees, credit: 'clearing' },",
    replace: "operator_fee: { debit: merchantBalance, credit: 'clearing' },",
    tests: [`${core}/operations/books/record.test.ts`],
  },
  {
    name: 'a correction edits the amount of what it corrects',
    file: `${core}/operations/books/book.ts`,
    find: '  await post(tx, postingOf(correction, corrected.kind as MovementKind, how));\n',
    replace:
      "  void [postingOf(correction, corrected.kind as MovementKind, how), post];\n  await tx.updateTable('ledger_movements').set({ amount_minor: 0n }).where('id', '=', correction.corrects).execute();\n",
    tests: [`${core}/operations/books/record.test.ts`],
  },
  {
    name: 'the person who recorded a movement can approve it',
    file: `${core}/operations/books/decide.ts`,
    find: "    if (decision === 'approve') await requireSecondPerson(tx, actor, found.made_by);\n    else if",
    replace: "    void requireSecondPerson;\n    if (decision !== 'approve') if",
    tests: [`${core}/operations/books/record.test.ts`],
  },
  {
    name: 'corrections need no second person',
    file: `${core}/operations/books/correct.ts`,
    find: 'const waits = await needsSecondPerson(tx, { merchant_id, mode, currency, amount_minor });',
    replace:
      'const waits = (await needsSecondPerson(tx, { merchant_id, mode, currency, amount_minor })) && false;',
    tests: [`${core}/operations/books/record.test.ts`],
  },
  {
    name: 'a payment is covered with more than it lacks',
    file: `${core}/operations/books/cover.ts`,
    find: '  if (amount_minor <= gap.missing_minor) return;\n',
    replace: '  if (amount_minor > 0n) return;\n',
    tests: [`${core}/operations/books/cover.test.ts`],
  },
  {
    name: 'a duplicate’s money covers what is missing in suspense',
    file: `${core}/operations/books/cover.ts`,
    find: '      one.account === account &&\n',
    replace: '',
    tests: [`${core}/operations/books/cover.test.ts`],
  },
  {
    name: 'a provider’s balance is compared with the books of any currency',
    file: `${core}/operations/drift/compare.ts`,
    find: 'held.find((one) => one.currency === currency) ?? nothing',
    replace: 'held[0] ?? nothing',
    tests: [`${core}/operations/drift/compare.test.ts`],
  },
  {
    name: 'a provider that lacks money is shown as one that has too much',
    file: `${core}/operations/drift/drift-of.ts`,
    find: 'reported_minor < least ? reported_minor - least : 0n',
    replace: 'reported_minor < least ? least - reported_minor : 0n',
    tests: [`${core}/operations/drift/compare.test.ts`],
  },
  {
    name: 'a restored service opens before its inquiries are complete',
    file: `${core}/operations/recovery/end.ts`,
    find: 'if (to_inquire > 0 && !anyway) {',
    replace: 'if (to_inquire < 0 && !anyway) {',
    tests: [`${core}/operations/recovery/recovery.test.ts`],
  },
  {
    name: 'an inquiry that the provider has refused counts as made during a recovery',
    file: `${core}/operations/recovery/look.ts`,
    find: "outcome.cause === 'not_found'",
    replace: "outcome.cause !== 'timeout'",
    tests: [`${core}/operations/recovery/recovery.test.ts`],
  },
  {
    name: 'a payout whose sending began just before a recovery is sent',
    file: `${core}/transfers/send.ts`,
    find: '    await requireOpen(tx);\n',
    replace: '    void requireOpen;\n',
    tests: [`${core}/operations/recovery/recovery.test.ts`],
  },
  {
    name: 'a restored service lets customers pay',
    file: `${core}/payments/session/open-with.ts`,
    find: '  await requireOpen(tx);\n',
    replace: '  void requireOpen;\n',
    tests: [`${core}/operations/recovery/recovery.test.ts`],
  },
  {
    name: 'late money is accepted, whatever the merchant has chosen',
    file: `${core}/payments/attempt/judge.ts`,
    find: "const late = isLate ? merchant.on_paid_late : 'accept';",
    replace: "const late = 'accept' as Judgement['choice'];",
    tests: [`${core}/operations/review/choices.test.ts`],
  },
  {
    name: 'the merchant’s choice is carried out with every run of its job',
    file: `${core}/transfers/refunds/refund-held.ts`,
    find: '    if (returned_minor >= fundsOf(attempt, source).amount_minor) return;\n',
    replace: '    void fundsOf;\n',
    tests: [`${core}/operations/review/choices.test.ts`],
  },
  {
    name: 'one person can resolve any amount as paid',
    file: `${core}/operations/review/judge-held.ts`,
    find: "if (attempt.received_minor === null) return verdict === 'paid' && attempt.status !== 'success';",
    replace: 'if (attempt.received_minor === null) return false;',
    tests: [`${core}/operations/review/decide-held.test.ts`],
  },
  {
    name: 'one person can refund again what they reported as returned',
    file: `${core}/transfers/refunds/request.ts`,
    find: 'await requireAnother(tx, actor, refund);',
    replace: 'void requireAnother;',
    tests: [`${core}/operations/review/refund-again.test.ts`],
  },
  {
    name: 'held money is both refunded and accepted',
    file: `${core}/operations/review/resolve-held.ts`,
    find: '      if (open_id !== null || returned_minor > 0n || attempt.settled_minor > 0n) throw alreadyRefunded();\n',
    replace: '      void [open_id, returned_minor, alreadyRefunded];\n',
    tests: [`${core}/operations/review/resolve-held.test.ts`],
  },
  {
    name: 'a call that waited for its connection leaves after its lease',
    file: `${operators}/http/lease.ts`,
    find: 'signal.aborted || lease?.isOver() === true',
    replace: 'signal.aborted || lease === null',
    tests: [`${operators}/http/lease.test.ts`],
  },
  {
    name: 'the lease of a call ends by one clock alone',
    file: `${core}/operator-calls/lease.ts`,
    find: 'clocks.some((read, at) =>',
    replace: 'clocks.every((read, at) =>',
    tests: [`${core}/operator-calls/late-call.test.ts`],
  },
  {
    name: 'an unknown reference counts as never received while its call may still leave',
    file: `${operators}/sandbox/connector.ts`,
    find: 'const never_received_after_ms = 60_000;',
    replace: 'const never_received_after_ms = 20_000;',
    tests: [`${operators}/sandbox/connector.test.ts`],
  },
];
