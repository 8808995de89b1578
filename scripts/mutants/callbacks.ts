import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';
const take = [`${core}/operations/callbacks/take.test.ts`];

/** Mistakes with genuine and forged messages of providers. */
export const callbacks: readonly Mutant[] = [
  {
    name: 'a callback with a wrong signature is taken in',
    file: `${core}/operations/callbacks/take.ts`,
    find: "  if (!came.value) return ['forged'];\n",
    replace: '',
    tests: take,
  },
  {
    name: 'an unsigned hint at our own address is believed',
    file: `${core}/operations/callbacks/take.ts`,
    find: "const isProven = isAddressed && notice.trust === 'signed';",
    replace: 'const isProven = isAddressed;',
    tests: take,
  },
  {
    name: 'what is proven of one address is believed of another',
    file: `${core}/operations/callbacks/take.ts`,
    find: "const isProven = isAddressed && notice.trust === 'signed';",
    replace: "const isProven = notice.trust === 'signed';",
    tests: take,
  },
  {
    name: 'an account that says its callbacks are hints is not asked',
    file: `${core}/operations/callbacks/take.ts`,
    find: 'connector.callback_trust ?? provider.callback_trust',
    replace: 'provider.callback_trust',
    tests: take,
  },
  {
    name: 'anybody gives a receipt',
    file: `${core}/operations/callbacks/take.ts`,
    find: 'if (named && (!isHint || isAddressed)) await noteReceipt',
    replace: 'if (named) await noteReceipt',
    tests: take,
  },
  {
    name: 'what a stranger sends is kept',
    file: `${core}/operations/callbacks/take.ts`,
    find: "  if (problems.includes('forged')) return true;\n",
    replace: '',
    tests: take,
  },
  {
    name: 'an account is heard about the money of another one',
    file: `${core}/operations/callbacks/find-subject.ts`,
    find: 'subject?.row.merchant_id === merchant_id && subject.row.account_id === account_id',
    replace: 'subject?.row.merchant_id === merchant_id',
    tests: take,
  },
  {
    name: 'each no about what has failed has the operator asked again',
    file: `${core}/operations/callbacks/take-notice.ts`,
    find: "if (status === 'failed') return outcome.kind === 'settled' || outcome.kind === 'pending';",
    replace: "if (status === 'failed') return outcome.kind !== undefined;",
    tests: take,
  },
  {
    name: 'a hint that failed money moved after all is not followed',
    file: `${core}/operations/callbacks/take-notice.ts`,
    find: '  if (notice && saysMoneyMoved(subject.row.status, notice)) await inquireAgain(ctx, subject);\n',
    replace: '  void [notice, inquireAgain, saysMoneyMoved];\n',
    tests: take,
  },
  {
    name: 'an unsigned callback of the sandbox settles',
    file: `${core}/operations/callbacks/receive.ts`,
    find: 'if (!(await connector.verifyCallback(raw))) {',
    replace: 'if ((await connector.verifyCallback(raw)) === undefined) {',
    tests: [`${core}/operations/callbacks/receive.test.ts`],
  },
  {
    name: 'a connector is heard about the payouts of another one',
    file: `${core}/operations/callbacks/receive.ts`,
    find: 'if (found?.transfer.connector === connector_id) {',
    replace: 'if (found) {',
    tests: [`${core}/operations/callbacks/receive.test.ts`],
  },
];
