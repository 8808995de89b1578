import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';
const take = [`${core}/operations/callbacks/take.test.ts`];

/** Mistakes in handling genuine and forged callbacks from providers. */
export const callbacks: readonly Mutant[] = [
  {
    name: 'a callback with a wrong signature is processed',
    file: `${core}/operations/callbacks/take.ts`,
    find: "  if (!came.value) return { problems: ['forged'], isErased: false };\n",
    replace: '',
    tests: take,
  },
  {
    name: 'an unsigned hint at our own address counts as proof',
    file: `${core}/operations/callbacks/take.ts`,
    find: "const isProven = isAddressed && notice.trust === 'signed';",
    replace: 'const isProven = isAddressed;',
    tests: take,
  },
  {
    name: 'proof for one address counts at another',
    file: `${core}/operations/callbacks/take.ts`,
    find: "const isProven = isAddressed && notice.trust === 'signed';",
    replace: "const isProven = notice.trust === 'signed';",
    tests: take,
  },
  {
    name: 'the setting of an account that its callbacks are hints is ignored',
    file: `${core}/operations/callbacks/take.ts`,
    find: 'connector.callback_trust ?? provider.callback_trust',
    replace: 'provider.callback_trust',
    tests: take,
  },
  {
    name: 'any sender of a hint can set a receipt',
    file: `${core}/operations/callbacks/take.ts`,
    find: 'if (named && (!isHint || isAddressed)) await noteReceipt',
    replace: 'if (named) await noteReceipt',
    tests: take,
  },
  {
    name: 'a forged callback is stored',
    file: `${core}/operations/callbacks/take.ts`,
    find: "  if (problems.includes('forged')) return true;\n",
    replace: '',
    tests: take,
  },
  {
    name: 'callbacks of one account affect the money of another',
    file: `${core}/operations/callbacks/find-subject.ts`,
    find: 'subject?.row.merchant_id === merchant_id && subject.row.account_id === account_id',
    replace: 'subject?.row.merchant_id === merchant_id',
    tests: take,
  },
  {
    name: 'each further refusal of a failed attempt or transfer starts an inquiry',
    file: `${core}/operations/callbacks/take-notice.ts`,
    find: "if (status === 'failed') return outcome.kind === 'settled' || outcome.kind === 'pending';",
    replace: "if (status === 'failed') return outcome.kind !== undefined;",
    tests: take,
  },
  {
    name: 'a hint that failed money moved after all starts no inquiry',
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
    name: 'callbacks of one connector affect the payouts of another',
    file: `${core}/operations/callbacks/receive.ts`,
    find: 'if (found?.transfer.connector === connector_id) {',
    replace: 'if (found) {',
    tests: [`${core}/operations/callbacks/receive.test.ts`],
  },
];
