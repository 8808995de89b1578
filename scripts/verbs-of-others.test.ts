import { resolve } from 'node:path';
import { inviteMember, listApprovalChanges } from '@guichet/core/accounts';
import { createEndpoint } from '@guichet/core/events';
import { movement_kinds } from '@guichet/core/ledger';
import { recordMovement } from '@guichet/core/operations';
import { createPaymentLink } from '@guichet/core/payments';
import type { StaffActor } from '@guichet/core/platform';
import { setPayoutRule, uploadBatch } from '@guichet/core/transfers';
import { AppError } from '@guichet/kernel/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandOf } from '../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../test-support/context.ts';
import { type LiveOperator, startLiveOperator } from '../test-support/live.ts';
import { makeMember } from '../test-support/payout-staff.ts';
import { makePayer, makePayout } from '../test-support/payouts.ts';
import { enterShift, makeCashier, makeTill } from '../test-support/shifts.ts';
import { listVerbs } from './tidy/check-verbs.ts';
import { readTree } from './tidy/read-tree.ts';
import { wings } from './tidy/wings.ts';

/**
 * Checks that a verb that takes an id does not find an object of a different merchant. Here, the actor is the owner
 * of a merchant that does not own the objects.
 */

const decision = { decision: 'approve' };
const note = { note: 'Rang the operator' };
const since = { which: 'failed', since: '2026-01-01T00:00:00Z' };

/** The kind of object that each verb's id refers to, and the rest of its input. */
const subjects: Readonly<Record<string, readonly [noun: string, more?: object]>> = {
  withdrawKey: ['api_keys'],
  decideChange: ['approval_changes', { body: decision }],
  revokeInvitation: ['invitations'],
  changeRole: ['staff', { body: { role: 'viewer' } }],
  removeMember: ['staff'],
  makePasswordLink: ['staff'],
  endMemberSessions: ['staff'],
  readAccountBalance: ['connector_accounts'],
  checkAccount: ['connector_accounts'],
  changeOwnAccount: ['connector_accounts', { body: { name: 'Mine' } }],
  checkOwnAccount: ['connector_accounts'],
  switchOwnAccount: ['connector_accounts', { body: { enabled: false } }],
  showAccount: ['connector_accounts'],
  switchAccount: ['connector_accounts', { enabled: false }],
  updateAccountSettings: ['connector_accounts', { name: 'Mine', set: {}, unset: [], unchecked: true }],
  resendOwnEvent: ['events', { body: {} }],
  showOwnEvent: ['events'],
  resendOwnDelivery: ['webhook_deliveries'],
  showOwnDelivery: ['webhook_deliveries'],
  resendToOwnEndpoint: ['webhook_endpoints', { body: since }],
  examineEndpoint: ['webhook_endpoints'],
  deleteEndpoint: ['webhook_endpoints'],
  disableEndpoint: ['webhook_endpoints'],
  enableEndpoint: ['webhook_endpoints'],
  rotateSecret: ['webhook_endpoints', { body: {} }],
  testEndpoint: ['webhook_endpoints'],
  showEndpoint: ['webhook_endpoints'],
  updateEndpoint: ['webhook_endpoints', { body: { description: 'Mine' } }],
  retrieveCustomer: ['customers'],
  retrievePayment: ['payments'],
  retrievePaymentLink: ['payment_links'],
  updatePaymentLink: ['payment_links', { body: { title: 'Mine' } }],
  verifyPayment: ['payments'],
  renewPairingCode: ['tills'],
  disconnectTill: ['tills', {}],
  renewPin: ['cashiers'],
  removeCashier: ['cashiers'],
  showShift: ['shifts'],
  closeShift: ['shifts'],
  confirmBatch: ['payout_batches', { body: {} }],
  decideBatch: ['payout_batches', { body: decision }],
  discardBatch: ['payout_batches'],
  showBatch: ['payout_batches'],
  exportFindings: ['payout_batches', { query: {} }],
  exportLines: ['payout_batches'],
  decidePayout: ['payouts', { body: decision }],
  retrievePayout: ['payouts'],
  verifyPayout: ['payouts'],
  requestRefund: ['payments', { body: { reason: 'broken' } }],
  correctMovement: ['ledger_movements', { body: note }],
  decideOnMovement: ['ledger_movements', { body: decision }],
  decideOnHeld: ['held_decisions', { body: decision }],
  eraseCustomer: ['customers'],
  exportCustomer: ['customers'],
  resolvePayment: ['payments', { body: { object_id: 'att_none', verdict: 'not_paid', ...note } }],
  resolvePayout: ['payouts', { body: { verdict: 'not_paid', ...note } }],
  decideSandboxTransfer: ['payouts', { decision: 'approved' }],
  listCustomerPayments: ['customers', { query: {} }],
  showCustomer: ['customers'],
  showPaymentDetail: ['payments'],
  showStaffPayout: ['payouts'],
};

let ctx: TestContext;
let operator: LiveOperator;
let stranger: StaffActor;
/** The merchant that owns the objects. */
let merchant_id: string;
beforeAll(async () => {
  operator = await startLiveOperator();
  ctx = await makeTestContext([operator.provider]);
  stranger = await makeMember(ctx, (await makeCaller(ctx)).merchant_id, 'owner');
  const payer = await makePayer(ctx);
  ({ merchant_id } = payer);
  const actor = commandOf(merchant_id);
  await createEndpoint(ctx, actor, { url: 'http://127.0.0.1:9/hook' });
  await chooseAndPay(ctx, await makeCheckout(ctx, payer, { customer_phone: '+2250504030200' }), '00');
  await createPaymentLink(ctx, payer, { title: 'Concert', currency: 'XOF' }, null);
  const till = await makeTill(ctx, payer);
  await enterShift(ctx, till.actor, await makeCashier(ctx, merchant_id));
  await makePayout(ctx, payer, '22');
  await operator.addAccount(ctx, merchant_id, { name: 'main', services: [{}] });
  const movement = { kind: movement_kinds[0], currency: 'XOF', amount: 100, reference: 'A-1' };
  await recordMovement(ctx, actor, { ...movement, account: 'sandbox' });
  const owner = await makeMember(ctx, merchant_id, 'owner');
  await ctx.pool.query(
    `insert into held_decisions (merchant_id, id, mode, payment_id, attempt_id, verdict, note, currency, amount_minor,
       approval, made_by, made_by_name, created_at)
     select merchant_id, 'hdc_1', mode, payment_id, id, 'accept', 'x', currency, 1, 'waiting', 'usr', 'Ben', now()
     from attempts where merchant_id = $1 limit 1`,
    [merchant_id],
  );
  const finance = await makeMember(ctx, merchant_id, 'finance');
  await inviteMember(ctx, owner, { email: 'new@shop.example', role: 'viewer' });
  const content = (async function* () {
    yield Buffer.from('amount,currency,operator,phone\n100,XOF,mtn_ci,+2250504030200\n');
  })();
  await uploadBatch(ctx, finance, { query: { file_name: 'a.csv' }, content });
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 0, low_balance: null } });
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: null, low_balance: null } });
  expect((await listApprovalChanges(ctx, owner)).items).toHaveLength(1);
});
afterAll(async () => {
  await operator.close();
  await ctx.database.close();
});

const tree = await readTree(resolve(import.meta.dirname, '..'));
const verbs = listVerbs(tree).filter(({ takes_id }) => takes_id);
const modules = new Map<string, Record<string, unknown>>();
for (const wing of wings) modules.set(wing, await import(`../packages/core/src/${wing}/index.ts`));

it('every verb that takes an id is tested with an id of a different merchant', () => {
  expect(Object.keys(subjects).toSorted()).toEqual(verbs.map(({ name }) => name).toSorted());
});

it.each(verbs.map((verb) => [verb.name, verb] as const))(
  '%s does not find an object of a different merchant',
  async (name, { wing }) => {
    const [table = '', more] = subjects[name] ?? [];
    const { rows } = await ctx.pool.query(`select id from ${table} where merchant_id = $1 limit 1`, [
      merchant_id,
    ]);
    const id = rows[0]?.id as string;
    expect(id, `the merchant has something in ${table}`).toBeTruthy();
    const verb = modules.get(wing)?.[name] as (...given: unknown[]) => unknown;
    const input = more === undefined ? id : { id, user_id: id, payment_id: id, ...more };
    const refusal = await (async () => verb(ctx, stranger, input, null))().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect((refusal as AppError).code).toMatch(/(^|_)not_found$/);
  },
);
