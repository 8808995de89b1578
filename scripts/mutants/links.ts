import type { Mutant } from './mutant.ts';

const link = 'packages/core/src/payments/link';
const tests = [`${link}/place.test.ts`];

/** Mistakes in payment links: stocks, bills in parts, late money, forms that are submitted twice. */
export const links: readonly Mutant[] = [
  {
    name: 'the places of a payment link are counted without its lock',
    file: `${link}/queries.ts`,
    find: '    .forUpdate()\n',
    replace: '',
    tests,
  },
  {
    name: 'members of one group count the places of a payment link before they take theirs',
    file: `${link}/place.ts`,
    find: '  claimInGroup(tx, `places of ${link.id}`);\n',
    replace: '',
    tests,
  },
  {
    name: 'a payment in progress has no place',
    file: `${link}/queries.ts`,
    find: "where status in ('processing', 'success', 'reversed'))::integer as taken",
    replace: "where status in ('success', 'reversed'))::integer as taken",
    tests,
  },
  {
    name: 'late money takes a place that another customer has got',
    file: 'packages/core/src/payments/attempt/judge.ts',
    find: "payment.status !== 'processing' && !(await hasPlace(tx, payment))",
    replace: "payment.status === 'processing' && !(await hasPlace(tx, payment))",
    tests,
  },
  {
    name: 'a part of a bill may exceed what is due',
    file: `${link}/place.ts`,
    find: 'if (link.in_parts && payment.amount_minor > dueOf(link, used))',
    replace: 'if (link.in_parts && payment.amount_minor > (link.amount_minor ?? 0n))',
    tests,
  },
  {
    name: 'a paused payment link can be paid in open sessions',
    file: `${link}/place.ts`,
    find: "if (link.status !== 'active') throw",
    replace: "if (link.status === 'ended') throw",
    tests,
  },
  {
    name: 'a form that is submitted twice opens two sessions',
    file: `${link}/open.ts`,
    find: 'const row = makeCheckoutRow(ctx, link, once, {',
    replace: 'const row = makeCheckoutRow(ctx, link, once && null, {',
    tests: ['packages/server/src/payment-links/page.test.ts'],
  },
];
