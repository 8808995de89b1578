import { AppError } from '@guichet/kernel/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { type LiveOperator, startLiveOperator } from '../../../../../test-support/live.ts';
import { makeMember, makeStaff } from '../../../../../test-support/payout-staff.ts';
import { balancesOf, makePayer, makePayout } from '../../../../../test-support/payouts.ts';
import { makePaid, makeSeller } from '../../../../../test-support/refunds.ts';
import { sumAccounts } from '../../ledger/balances/queries.ts';
import { checkLedger } from '../../ledger/check.ts';
import { movement_kinds } from '../../ledger/movements.ts';
import { commandFor, type StaffActor } from '../../platform/actor/actor.ts';
import { roles } from '../../platform/actor/roles.ts';
import { setPayoutRule } from '../../transfers/payouts/orders/rules.ts';
import { correctMovement } from './correct.ts';
import { decideOnMovement } from './decide.ts';
import { browseMovements } from './list.ts';
import { recordMovement } from './record.ts';

let operator: LiveOperator;
let ctx: TestContext;
beforeAll(async () => {
  operator = await startLiveOperator();
  ctx = await makeTestContext([operator.provider]);
});
afterAll(async () => {
  const { ok, breaches } = await checkLedger(ctx, command);
  await ctx.database.close();
  await operator.close();
  expect({ ok, breaches }).toEqual({ ok: true, breaches: [] });
});

const every_account = [
  ...['merchant_balance', 'fees', 'operator_fees', 'operator_clearing:sandbox', 'sandbox_funding'],
];

/** Reads the balances of the test-mode accounts, debits positive, without empty accounts. */
async function booksOf(actor: Pick<StaffActor, 'merchant_id' | 'mode'>): Promise<Record<string, number>> {
  const sums = await sumAccounts(ctx.db, actor, every_account);
  return Object.fromEntries(
    sums
      .filter(({ amount_minor }) => amount_minor !== 0n)
      .map(({ account, amount_minor }) => [account, Number(amount_minor)]),
  );
}

/** Makes a merchant with 100,000 XOF of test funds, and members who keep its books. */
async function makeTeam() {
  const { merchant_id } = await makePayer(ctx, 100_000);
  return {
    merchant_id,
    finance: await makeMember(ctx, merchant_id, 'finance', 'Koffi'),
    owner: await makeMember(ctx, merchant_id, 'owner', 'Awa'),
  };
}

let numbered = 0;
const movementOf = (kind: string, amount: number, fields: object = {}) => ({
  ...{ kind, amount, currency: 'XOF', reference: `TRX-${++numbered}` },
  ...(kind !== 'fees_charged' && { account: 'sandbox' }),
  ...fields,
});

const record = async (
  actor: Parameters<typeof recordMovement>[1],
  kind: string,
  amount: number,
  fields = {},
) => (await recordMovement(ctx, actor, movementOf(kind, amount, fields))).value;
const correct = async (actor: Parameters<typeof recordMovement>[1], id: string, note = 'A mistake') =>
  (await correctMovement(ctx, actor, { id, body: { note } })).value;

/** Reads the code, the reason and the rejected fields of a refusal. */
async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  return {
    code: error.code,
    ...(error.reason && { reason: error.reason.code }),
    ...(error.fields && { fields: Object.keys(error.fields) }),
  };
}

describe('each kind of movement', () => {
  it.each<[kind: string, before: readonly string[], after: Record<string, number>]>([
    ['float_deposited', [], { 'operator_clearing:sandbox': 3000, merchant_balance: -103_000 }],
    ['swept_to_bank', [], { 'operator_clearing:sandbox': -3000, merchant_balance: -97_000 }],
    [
      'operator_fee',
      [],
      { 'operator_clearing:sandbox': -3000, merchant_balance: -100_000, operator_fees: 3000 },
    ],
    ['fees_charged', ['operator_fee'], { 'operator_clearing:sandbox': -3000, merchant_balance: -97_000 }],
  ])('%s is booked between its accounts, and a correction undoes it', async (kind, before, after) => {
    const { finance } = await makeTeam();
    for (const one of before) await record(finance, one, 3000);
    const then = await booksOf(finance);
    const movement = await record(finance, kind, 3000);
    expect(movement).toMatchObject({
      kind,
      amount: 3000,
      state: 'booked',
      made_by: 'Koffi',
      corrected_by: null,
    });
    expect(await booksOf(finance)).toEqual({ ...after, sandbox_funding: 100_000 });
    await correct(finance, movement.id);
    expect(await booksOf(finance)).toEqual(then);
  });

  it('fees_swept is booked against the fees that customers have paid, and a correction undoes it', async () => {
    const seller = await makeSeller(ctx);
    await makePaid(ctx, seller);
    const finance = await makeMember(ctx, seller.merchant_id, 'finance', 'Koffi');
    const then = await booksOf(finance);
    expect(then).toMatchObject({ 'operator_clearing:sandbox': 5100, fees: -100 });
    const { id } = await record(finance, 'fees_swept', 60);
    expect(await booksOf(finance)).toEqual({ ...then, 'operator_clearing:sandbox': 5040, fees: -40 });
    expect(await refusalOf(record(finance, 'fees_swept', 41))).toMatchObject({
      code: 'insufficient_balance',
    });
    await correct(finance, id);
    expect(await booksOf(finance)).toEqual(then);
  });

  it('is tested in one of these tables or in cover.test.ts', () => {
    expect(movement_kinds).toEqual([
      ...['float_deposited', 'swept_to_bank', 'fees_swept', 'operator_fee', 'fees_charged'],
      ...['suspense_covered', 'duplicates_covered'],
    ]);
  });

  it.each<[kind: string, amount: number]>([
    ['swept_to_bank', 100_001],
    ['fees_swept', 1],
    ['fees_charged', 1],
  ])('%s takes no more than its account holds', async (kind, amount) => {
    const { finance } = await makeTeam();
    expect(await refusalOf(record(finance, kind, amount))).toEqual({
      ...{ code: 'insufficient_balance', fields: ['amount'] },
    });
  });
});

describe('a movement is refused', () => {
  it.each<[why: string, fields: object, wrong: readonly string[]]>([
    ['if its kind is unknown', { kind: 'collection' }, ['kind']],
    ['if its kind is that of a correction', { kind: 'correction' }, ['kind']],
    ['if its amount is zero', { amount: 0 }, ['amount']],
    ['if its amount is negative', { amount: -5 }, ['amount']],
    ['if its amount is 2^60', { amount: 2 ** 60 }, ['amount']],
    ['if its amount has decimals that the currency lacks', { amount: 1.5 }, ['amount']],
    ['if its currency is unknown', { currency: 'XXZ' }, ['currency']],
    ['if it names no account', { account: undefined }, ['account']],
    ['if its account is unknown', { account: 'cac_1' }, ['account']],
    [
      'if it names an account although no operator is involved',
      { kind: 'fees_charged', account: 'sandbox' },
      ['account'],
    ],
    ['if it has no reference', { reference: '  ' }, ['reference']],
    ['if its reference cannot be stored', { reference: 'a\u0000b' }, ['reference']],
    ['if it has an unknown field', { approval: 'not_needed' }, ['approval']],
  ])('%s', async (_, fields, wrong) => {
    const { finance } = await makeTeam();
    expect(await refusalOf(recordMovement(ctx, finance, movementOf('float_deposited', 500, fields)))).toEqual(
      {
        ...{ code: 'invalid_fields', fields: wrong },
      },
    );
  });

  it('if its account does not hold its currency, or belongs to another merchant', async () => {
    const { finance, merchant_id } = await makeTeam();
    const live = { ...finance, mode: 'live' } as const;
    const services = [{ operator: 'mtn_ci', currency: 'XOF' }];
    const own = await operator.addAccount(ctx, merchant_id, { name: 'own', services });
    const other = await makeTeam();
    const foreign = await operator.addAccount(ctx, other.merchant_id, { name: 'foreign', services });
    const at = (account: string, currency = 'XOF') =>
      recordMovement(ctx, live, movementOf('float_deposited', 500, { account, currency }));
    expect((await at(own)).value).toMatchObject({ account: own, state: 'booked' });
    expect(await refusalOf(at(own, 'GHS'))).toEqual({ code: 'invalid_fields', fields: ['currency'] });
    expect(await refusalOf(at(foreign))).toEqual({ code: 'invalid_fields', fields: ['account'] });
    expect(await refusalOf(at('sandbox'))).toEqual({ code: 'invalid_fields', fields: ['account'] });
    expect(await balancesOf(ctx, { merchant_id, mode: 'live' })).toEqual(['XOF 500 available, 0 in flight']);
  });

  it.each(roles.filter((role) => !['owner', 'admin', 'finance'].includes(role)))(
    'if recorded by a %s',
    async (role) => {
      const { merchant_id, finance } = await makeTeam();
      const actor = makeStaff(merchant_id, role);
      expect(await refusalOf(record(actor, 'float_deposited', 5))).toMatchObject({ code: 'forbidden' });
      const { id } = await record(finance, 'float_deposited', 5);
      expect(await refusalOf(correct(actor, id))).toMatchObject({ code: 'forbidden' });
      expect((await browseMovements(ctx, actor, {})).items.map(({ may }) => may)).toEqual([
        { approve: false, refuse: false, correct: false },
      ]);
    },
  );
});

describe('the same movement', () => {
  it('sent ten times concurrently is recorded once', async () => {
    const { finance } = await makeTeam();
    const body = movementOf('float_deposited', 700);
    const results = await Promise.all(Array.from({ length: 10 }, () => recordMovement(ctx, finance, body)));
    expect(new Set(results.map(({ value }) => value.id)).size).toBe(1);
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await booksOf(finance)).toMatchObject({ merchant_balance: -100_700 });
  });

  it.each<[what: string, fields: object]>([
    ['amount', { amount: 701 }],
    ['currency', { currency: 'XAF' }],
  ])('with a different %s is refused, and nothing is booked', async (_, fields) => {
    const { finance } = await makeTeam();
    const body = movementOf('float_deposited', 700);
    await recordMovement(ctx, finance, body);
    expect(await refusalOf(recordMovement(ctx, finance, { ...body, ...fields }))).toEqual({
      ...{ code: 'conflict', reason: 'reference_taken' },
    });
    expect(await booksOf(finance)).toMatchObject({ merchant_balance: -100_700 });
  });
});

describe('above the limit of the merchant’s payout rule', () => {
  async function makeRuled() {
    const team = await makeTeam();
    await setPayoutRule(ctx, team.owner, {
      currency: 'XOF',
      body: { approval_above: 10_000, low_balance: null },
    });
    return team;
  }
  const approve = (actor: StaffActor, id: string) =>
    decideOnMovement(ctx, actor, { id, body: { decision: 'approve' } });
  const refuse = (actor: StaffActor, id: string) =>
    decideOnMovement(ctx, actor, { id, body: { decision: 'refuse' } });

  it('a movement is not booked before a second person approves it', async () => {
    const { finance, owner } = await makeRuled();
    const { id, state } = await record(finance, 'float_deposited', 10_001);
    expect(state).toBe('waiting');
    expect(await booksOf(finance)).toMatchObject({ merchant_balance: -100_000 });
    expect(await refusalOf(approve(finance, id))).toEqual({ code: 'forbidden', reason: 'wanted_by_you' });
    expect(await refusalOf(correct(owner, id))).toEqual({ code: 'conflict', reason: 'not_booked' });
    expect(await approve(owner, id)).toMatchObject({ state: 'booked', decided_by: 'Awa' });
    expect(await booksOf(finance)).toMatchObject({ merchant_balance: -110_001 });
    expect(await refusalOf(approve(owner, id))).toEqual({ code: 'conflict', reason: 'decided_already' });
    expect(await booksOf(finance)).toMatchObject({ merchant_balance: -110_001 });
  });

  it('many small movements are added up, whatever their direction, and so are corrections', async () => {
    const { finance } = await makeRuled();
    const [first] = [
      await record(finance, 'float_deposited', 4000),
      await record(finance, 'swept_to_bank', 4000),
    ];
    expect(first.state).toBe('booked');
    expect((await record(finance, 'operator_fee', 2001)).state).toBe('waiting');
    expect((await correct(finance, first.id)).state).toBe('waiting');
    expect((await record(finance, 'operator_fee', 2000)).state).toBe('booked');
  });

  it('twenty concurrent movements cannot exceed the limit together', async () => {
    const { finance } = await makeRuled();
    const made = await Promise.all(
      Array.from({ length: 20 }, () => record(finance, 'float_deposited', 1500)),
    );
    expect(made.filter(({ state }) => state === 'booked')).toHaveLength(6);
  });

  it('a movement recorded by a command also needs approval, and any approver may approve it', async () => {
    const { merchant_id, finance } = await makeRuled();
    const command = commandFor({ name: 'root' }, { merchant_id, mode: 'test' });
    const { id, state } = await record(command, 'float_deposited', 10_001);
    expect(state).toBe('waiting');
    expect(await approve(finance, id)).toMatchObject({ state: 'booked', made_by: 'guichet (root)' });
  });

  it('a movement can be withdrawn by its author, and recorded again with the same reference', async () => {
    const { finance } = await makeRuled();
    const body = movementOf('float_deposited', 20_000);
    const { id } = (await recordMovement(ctx, finance, body)).value;
    expect(await refuse(finance, id)).toMatchObject({ state: 'refused' });
    const again = await recordMovement(ctx, finance, body);
    expect(again).toMatchObject({ replayed: false, value: { state: 'waiting' } });
    expect(again.value.id).not.toBe(id);
  });

  it('a movement is not approved if the account no longer holds the money, and remains waiting', async () => {
    const { finance, owner } = await makeRuled();
    const { id } = await record(finance, 'swept_to_bank', 100_000);
    await record(finance, 'swept_to_bank', 1);
    expect(await refusalOf(approve(owner, id))).toMatchObject({ code: 'insufficient_balance' });
    expect((await browseMovements(ctx, owner, {})).items.find((one) => one.id === id)).toMatchObject({
      ...{ state: 'waiting', may: { approve: true, refuse: true, correct: false } },
    });
  });

  it('only one of two concurrent approvals succeeds', async () => {
    const { merchant_id, finance, owner } = await makeRuled();
    const admin = await makeMember(ctx, merchant_id, 'admin', 'Yao');
    const { id } = await record(finance, 'float_deposited', 20_000);
    const decided = await Promise.allSettled([approve(owner, id), approve(admin, id)]);
    expect(decided.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await booksOf(finance)).toMatchObject({ merchant_balance: -120_000 });
  });

  it('a movement is not found by the staff of another merchant', async () => {
    const { finance } = await makeRuled();
    const other = await makeTeam();
    const { id } = await record(finance, 'float_deposited', 20_000);
    expect(await refusalOf(approve(other.owner, id))).toEqual({ code: 'not_found' });
    expect(await refusalOf(correct(other.owner, id))).toEqual({ code: 'not_found' });
  });
});

describe('a correction', () => {
  it('is made once, however many requests arrive at the same time', async () => {
    const { finance } = await makeTeam();
    const { id } = await record(finance, 'float_deposited', 900);
    const made = await Promise.all(Array.from({ length: 10 }, () => correct(finance, id)));
    expect(new Set(made.map((one) => one.id)).size).toBe(1);
    expect(await booksOf(finance)).toEqual({ merchant_balance: -100_000, sandbox_funding: 100_000 });
    expect(await refusalOf(correct(finance, id, 'Another reason'))).toEqual({
      ...{ code: 'conflict', reason: 'already_corrected' },
    });
  });

  it('cannot be corrected', async () => {
    const { finance } = await makeTeam();
    const { id } = await correct(finance, (await record(finance, 'float_deposited', 900)).id);
    expect(await refusalOf(correct(finance, id))).toEqual({ code: 'conflict', reason: 'is_correction' });
  });

  it('of float that never arrived takes the balance below zero if it was spent', async () => {
    const { finance, merchant_id } = await makeTeam();
    const { id } = await record(finance, 'float_deposited', 900);
    await record(finance, 'swept_to_bank', 100_500);
    await correct(finance, id);
    expect(await balancesOf(ctx, { merchant_id, mode: 'test' })).toEqual(['XOF -500 available, 0 in flight']);
  });

  it('is refused for entries of payouts, which follow from the operators’ reports', async () => {
    const payer = await makePayer(ctx);
    await makePayout(ctx, payer, '00');
    const { rows } = await ctx.pool.query<{ id: string; kind: string }>(
      'select id, kind from ledger_transactions where merchant_id = $1',
      [payer.merchant_id],
    );
    const actor = makeStaff(payer.merchant_id, 'owner');
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['payout_reserved', 'sandbox_funding']);
    for (const { id } of rows) {
      expect(await refusalOf(correct(actor, id))).toEqual({ code: 'conflict', reason: 'not_a_movement' });
    }
  });

  it('accepts the id of the ledger transaction too', async () => {
    const { finance, merchant_id } = await makeTeam();
    const { id } = await record(finance, 'float_deposited', 900);
    const { rows } = await ctx.pool.query<{ id: string }>(
      'select id from ledger_transactions where merchant_id = $1 and movement_id = $2',
      [merchant_id, id],
    );
    expect(await correct(finance, rows[0]?.id ?? '')).toMatchObject({ corrects: id });
  });
});

it('movements are listed newest first, page by page, in one currency', async () => {
  const { finance } = await makeTeam();
  const [first, second] = [
    await record(finance, 'float_deposited', 1),
    await record(finance, 'float_deposited', 2),
  ];
  await record(finance, 'float_deposited', 3, { currency: 'XAF' });
  const page = await browseMovements(ctx, finance, { currency: 'XOF', limit: '1' });
  expect(page.items.map(({ id }) => id)).toEqual([second.id]);
  const next = await browseMovements(ctx, finance, { currency: 'XOF', cursor: page.next_cursor ?? '' });
  expect(next).toMatchObject({ items: [{ id: first.id }], next_cursor: null });
});
