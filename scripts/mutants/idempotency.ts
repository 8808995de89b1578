import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';
const once = [`${core}/platform/idempotency/run-idempotently.test.ts`];
const paying = [`${core}/payments/session/pay-once.test.ts`];

/** Mistakes in work that is done once per idempotency key, and in the lifetime of keys. */
export const idempotency: readonly Mutant[] = [
  {
    name: 'the look-up of an idempotency key ignores the mode',
    file: `${core}/platform/idempotency/queries.ts`,
    find: "    .selectAll()\n    .where('merchant_id', '=', at.merchant_id)\n    .where('mode', '=', at.mode)\n",
    replace: "    .selectAll()\n    .where('merchant_id', '=', at.merchant_id)\n",
    tests: once,
  },
  {
    name: 'the look-up of an idempotency key ignores the merchant',
    file: `${core}/platform/idempotency/queries.ts`,
    find: "    .selectAll()\n    .where('merchant_id', '=', at.merchant_id)\n",
    replace: '    .selectAll()\n',
    tests: once,
  },
  {
    name: 'a response is stored for every mode',
    file: `${core}/platform/idempotency/queries.ts`,
    find: "    .set({ answer })\n    .where('merchant_id', '=', at.merchant_id)\n    .where('mode', '=', at.mode)\n",
    replace: "    .set({ answer })\n    .where('merchant_id', '=', at.merchant_id)\n",
    tests: once,
  },
  {
    name: 'a key also works for a different request',
    file: `${core}/platform/idempotency/run-idempotently.ts`,
    find: 'if (!found.request_hash.equals(once.request_hash)) {',
    replace: 'if (found.request_hash.length !== once.request_hash.length) {',
    tests: once,
  },
  {
    name: 'a key works a moment longer than 72 hours',
    file: `${core}/platform/idempotency/run-idempotently.ts`,
    find: 'if (found.created_at <= oldest) {',
    replace: 'if (found.created_at < oldest) {',
    tests: once,
  },
  {
    name: 'keys are remembered for a day',
    file: `${core}/platform/idempotency/run-idempotently.ts`,
    find: 'export const key_lifetime_ms = 72 * 60',
    replace: 'export const key_lifetime_ms = 24 * 60',
    tests: once,
  },
  {
    name: 'the response to a key is not stored',
    file: `${core}/platform/idempotency/run-idempotently.ts`,
    find: '  await saveAnswer(tx, addressOf(who, once), JSON.stringify(value));\n',
    replace: '',
    tests: once,
  },
  {
    name: 'a payment that failed in this process keeps its key',
    file: `${core}/platform/idempotency/hold.ts`,
    find: '    await moveTo(clock.now());\n',
    replace: '',
    tests: paying,
  },
  {
    name: 'a payment with a slow operator releases its key',
    file: `${core}/platform/idempotency/hold.ts`,
    find: 'setInterval(() => void moveTo(holdFrom(clock.now())), move_every_ms)',
    replace: 'setInterval(() => {}, move_every_ms)',
    tests: paying,
  },
  {
    name: 'recent keys are deleted with the old ones',
    file: `${core}/platform/idempotency/forget.ts`,
    find: 'ctx.clock.now().getTime() - key_lifetime_ms',
    replace: 'ctx.clock.now().getTime() - key_lifetime_ms / 2',
    tests: once,
  },
  {
    name: 'a payout is created despite its used key',
    file: `${core}/transfers/payouts/create.ts`,
    find: "runIdempotently(tx, { merchant_id, mode, scope: '', object_id: id }, once, at,",
    replace: 'runIdempotently(tx, { merchant_id, mode, scope: id, object_id: id }, once, at,',
    tests: [`${core}/transfers/payouts/create.test.ts`],
  },
  {
    name: 'every click by staff creates a refund',
    file: `${core}/transfers/refunds/request.ts`,
    find: 'runIdempotently(tx, who, once, ctx.clock.now(), async () =>',
    replace: 'runIdempotently(tx, who, null, ctx.clock.now(), async () =>',
    tests: [`${core}/operations/review/resolve.test.ts`],
  },
];
