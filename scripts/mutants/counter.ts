import type { Mutant } from './mutant.ts';

const shift = 'packages/core/src/payments/shift';
const tests = ['packages/server/src/counter/counter.test.ts'];

/** Mistakes at the counter: who may use a till, and what it says has arrived. */
export const counter: readonly Mutant[] = [
  {
    name: 'a cashier who is signed in at one till is signed in at every till',
    file: `${shift}/find-cashier.ts`,
    find: 'if (!timingSafeEqual(shift.token_hash, hashOfToken(token))) return undefined;\n',
    replace: '',
    tests,
  },
  {
    name: 'the shift of a removed cashier stays open',
    file: 'packages/core/src/accounts/cashiers/change.ts',
    find: '    await closeOpenShifts(tx, { merchant_id, cashier_id: id }, ctx.clock.now());\n',
    replace: '',
    tests: [`${shift}/shift.test.ts`],
  },
  {
    name: 'a disconnected till keeps its token',
    file: 'packages/core/src/accounts/tills/disconnect.ts',
    find: 'status: to,',
    replace: "status: till.status === 'paired' ? 'paired' : to,",
    tests,
  },
  {
    name: 'PINs can be tried without end',
    file: 'packages/core/src/accounts/cashiers/queries.ts',
    find: "    .where('failures', '<', failures_max)\n",
    replace: '',
    tests,
  },
  {
    name: 'a pairing code can be used twice',
    file: 'packages/core/src/accounts/tills/pair.ts',
    find: '      ...{ pairing_hash: null, pairing_expires_at: null },\n',
    replace: '',
    tests,
  },
  {
    name: 'a cashier can open a payment of another shift',
    file: `${shift}/queries.ts`,
    find: 'where shift_id = ${shift_id} and merchant_id = ${merchant_id} ${id',
    replace: 'where (shift_id = ${shift_id} or shift_id is not null) and merchant_id = ${merchant_id} ${id',
    tests,
  },
  {
    name: 'a till shows old closing sheets',
    file: `${shift}/show.ts`,
    find: 'return isOld ? undefined : sheetOf(ctx, shift);',
    replace: 'return isOld && shift.mode === undefined ? undefined : sheetOf(ctx, shift);',
    tests,
  },
  {
    name: 'a form of the keypad that is submitted twice takes two payments',
    file: `${shift}/take.ts`,
    find: 'const row = makeCheckoutRow(ctx, actor, once, {',
    replace: 'const row = makeCheckoutRow(ctx, actor, once && null, {',
    tests,
  },
  {
    name: 'the shift of another cashier is closed without a word',
    file: `${shift}/sign-in.ts`,
    find: 'if (open && open.id !== form.closes) return',
    replace: "if (open && form.closes === 'never') return",
    tests,
  },
];
