import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';

/** Mistakes in postings, amounts, fees, balances, and the limits on payouts by one person. */
export const money: readonly Mutant[] = [
  {
    name: 'the merchant gets the fee as well',
    file: `${core}/payments/attempt/postings.ts`,
    find: '{ account: accounts.fees, amount_minor: -attempt.fee_minor }',
    replace: '{ account: accounts.merchantBalance, amount_minor: -attempt.fee_minor }',
    tests: [`${core}/ledger/balances/balances.test.ts`],
  },
  {
    name: 'money that arrived twice goes to the merchant',
    file: `${core}/payments/attempt/postings.ts`,
    find: '{ account: accounts.duplicates, amount_minor: -amount_minor }',
    replace: '{ account: accounts.merchantBalance, amount_minor: -amount_minor }',
    tests: [`${core}/payments/attempt/duplicates.test.ts`],
  },
  {
    name: 'a payout is taken from the fees',
    file: `${core}/transfers/payouts/books.ts`,
    find: '[debit(accounts.merchantBalance, payout)]',
    replace: '[debit(accounts.fees, payout)]',
    tests: [`${core}/transfers/payouts/create.test.ts`],
  },
  {
    name: 'a payout is taken from the balance a second time when it is paid',
    file: `${core}/transfers/postings.ts`,
    find: "'paid', [debit(books.in_flight, transfer), paidOut(transfer)]",
    replace: "'paid', [...books.sourceOf(transfer), paidOut(transfer)]",
    tests: [`${core}/transfers/apply-outcome.test.ts`],
  },
  {
    name: 'the money of a failed payout goes to the operator',
    file: `${core}/transfers/postings.ts`,
    find: '    debit(books.in_flight, transfer),\n    ...backToSource(books, transfer),',
    replace: '    debit(books.in_flight, transfer),\n    paidOut(transfer),',
    tests: [`${core}/transfers/apply-outcome.test.ts`],
  },
  {
    name: 'a payout that is paid after a refusal is booked as if its money were still in flight',
    file: `${core}/transfers/apply-outcome.ts`,
    find: 'posting: wasReturned',
    replace: "posting: wasReturned && kind.noun === 'refund'",
    tests: [`${core}/transfers/apply-outcome.test.ts`],
  },
  {
    name: 'a payout in a different currency counts as paid',
    file: `${core}/transfers/apply-outcome.ts`,
    find: ' || money.currency !== currency',
    replace: '',
    tests: [`${core}/transfers/apply-outcome.test.ts`],
  },
  {
    name: 'a payment of more than the requested amount counts as paid',
    file: `${core}/payments/attempt/judge.ts`,
    find: 'money.amount_minor === charged_minor',
    replace: 'money.amount_minor >= charged_minor',
    tests: [`${core}/payments/attempt/apply-outcome.test.ts`],
  },
  {
    name: 'a refund of less than the requested amount counts as made',
    file: `${core}/transfers/apply-outcome.ts`,
    find: 'money.amount_minor !== amount_minor',
    replace: 'money.amount_minor > amount_minor',
    tests: [`${core}/transfers/apply-outcome.test.ts`],
  },
  {
    name: 'a refund takes the fee from the merchant too',
    file: `${core}/transfers/refunds/books.ts`,
    find: '{ account: accounts.fees, amount_minor: fee_minor }',
    replace: '{ account: accounts.merchantBalance, amount_minor: fee_minor }',
    tests: [`${core}/transfers/refunds/create.test.ts`],
  },
  {
    name: 'a duplicate is refunded from the merchant’s balance',
    file: `${core}/transfers/refunds/books.ts`,
    find: 'return [debit(accounts[source], refund)];',
    replace: 'return [debit(accounts.merchantBalance, refund)];',
    tests: [`${core}/transfers/refunds/create.test.ts`],
  },
  {
    name: 'a refund that is made after a refusal is booked as if its money were still in flight',
    file: `${core}/transfers/apply-outcome.ts`,
    find: 'posting: wasReturned',
    replace: "posting: wasReturned && kind.noun === 'payout'",
    tests: [`${core}/transfers/apply-outcome.test.ts`],
  },
  {
    name: 'the fee’s part of each refund is rounded down by itself',
    file: `${core}/transfers/refunds/fee-part.ts`,
    find: 'const part_minor = due_minor - returned_fee_minor;',
    replace: 'const part_minor = (fee_minor * amount_minor) / charged_minor;',
    tests: [`${core}/transfers/refunds/fee-part.test.ts`],
  },
  {
    name: 'the fee’s part of a refund may be more than the refund',
    file: `${core}/transfers/refunds/fee-part.ts`,
    find: 'return part_minor > amount_minor ? amount_minor : part_minor;',
    replace: 'return part_minor;',
    tests: [`${core}/transfers/refunds/fee-part.test.ts`],
  },
  {
    name: 'a refund may be the whole charged amount, despite earlier refunds',
    file: `${core}/transfers/refunds/create.ts`,
    find: 'if (money.amount_minor > left.amount_minor) {',
    replace: 'if (money.amount_minor > returned.charged_minor) {',
    tests: [`${core}/transfers/refunds/create.test.ts`],
  },
  {
    name: 'a refund needs the fee in the merchant’s balance',
    file: `${core}/transfers/refunds/create.ts`,
    find: 'amount_minor: money.amount_minor - fee_minor });',
    replace: 'amount_minor: money.amount_minor });',
    tests: [`${core}/transfers/refunds/create.test.ts`],
  },
  {
    name: 'the amount of a failed refund can no longer be refunded',
    file: `${core}/transfers/refunds/queries.ts`,
    find: "const counts = sql`status not in ('failed', 'reversed')`;",
    replace: 'const counts = sql`true`;',
    tests: [`${core}/transfers/refunds/create.test.ts`],
  },
  {
    name: 'money that was accepted after its refund failed is refunded twice',
    file: `${core}/transfers/refunds/funds.ts`,
    find: 'return here_minor < in_all_minor ? here_minor : in_all_minor;',
    replace: 'void in_all_minor;\n  return here_minor;',
    tests: [`${core}/operations/review/resolve-held.test.ts`],
  },
  {
    name: 'two refunds of one collection may be open in the database',
    file: `${core}/platform/migrations/baseline/refunds.ts`,
    find: 'create unique index refunds_one_open',
    replace: 'create index refunds_one_open',
    tests: [`${core}/transfers/refunds/one-open.test.ts`],
  },
  {
    name: 'a posting may be off to one side',
    file: `${core}/ledger/post.ts`,
    find: 'if (sum !== 0n) throw',
    replace: 'if (sum < 0n) throw',
    tests: [`${core}/ledger/post.test.ts`],
  },
  {
    name: 'spending from a balance does not wait for concurrent spending',
    file: `${core}/ledger/require-balance.ts`,
    find: '  await lockAccount(tx, key);\n',
    replace: '',
    tests: [`${core}/transfers/payouts/overdraft.test.ts`],
  },
  {
    name: 'a payout may be one unit more than the balance',
    file: `${core}/ledger/require-balance.ts`,
    find: 'if (amount_minor <= available_minor) return funds;',
    replace: 'if (amount_minor <= available_minor + 1n) return funds;',
    tests: [`${core}/transfers/payouts/create.test.ts`],
  },
  {
    name: 'the available balance is summed over all currencies',
    file: `${core}/ledger/balances/queries.ts`,
    find:
      'select amount_minor from balance_changes\n' +
      '      where merchant_id = ${merchant_id} and mode = ${mode} and currency = ${currency} and account',
    replace:
      'select amount_minor from balance_changes\n' +
      '      where merchant_id = ${merchant_id} and mode = ${mode} and account',
    tests: [`${core}/transfers/payouts/create.test.ts`],
  },
  {
    name: 'balances mix live and test money',
    file: `${core}/ledger/balances/queries.ts`,
    find:
      'select currency, account, amount_minor from balance_changes\n' +
      '      where merchant_id = ${merchant_id} and mode = ${mode} and account',
    replace:
      'select currency, account, amount_minor from balance_changes\n' +
      '      where merchant_id = ${merchant_id} and account',
    tests: [`${core}/ledger/balances/balances.test.ts`],
  },
  {
    name: 'a roll-up discards earlier roll-ups',
    file: `${core}/ledger/balances/queries.ts`,
    find: 'do update set amount_minor = balances.amount_minor + excluded.amount_minor',
    replace: 'do update set amount_minor = excluded.amount_minor',
    tests: [`${core}/ledger/balances/balances.test.ts`],
  },
  {
    name: 'a statement ends with the current balance, whatever its period',
    file: `${core}/reads/statement/statement.ts`,
    find: 'const closing_minor = await balanceAt(tx, key, during.until);',
    replace: 'const closing_minor = await balanceAt(tx, key, null);',
    tests: [`${core}/reads/statement/statement.test.ts`],
  },
  {
    name: 'a payout of exactly the limit waits for a second person',
    file: `${core}/accounts/approvals/judge.ts`,
    find: 'if (total_minor > limits.single_minor) return true;',
    replace: 'if (total_minor >= limits.single_minor) return true;',
    tests: [`${core}/accounts/approvals/judge.test.ts`],
  },
  {
    name: 'failed payouts count against the limit of one person',
    file: `${core}/accounts/approvals/queries.ts`,
    find: " and not needs_approval and status <> 'failed'",
    replace: ' and not needs_approval',
    tests: [`${core}/accounts/approvals/queries.test.ts`],
  },
  {
    name: 'the daily limit of one person is counted by the clock of the process',
    file: `${core}/accounts/approvals/queries.ts`,
    find: "lately('placed_at', 'at')",
    replace: "lately('created_at', 'at')",
    tests: [`${core}/accounts/approvals/queries.test.ts`],
  },
  {
    name: 'payouts to a recipient who was erased since then do not count',
    file: `${core}/accounts/approvals/judge.ts`,
    find: 'goneTo(phone) + goneTo(erased) + amount_minor',
    replace: 'goneTo(phone) + amount_minor',
    tests: [`${core}/accounts/approvals/judge.test.ts`],
  },
];
