import {
  addKey,
  type Caller,
  createStaff,
  findStaffByEmail,
  inviteMember,
  withdrawKey,
} from '@guichet/core/accounts';
import { createEndpoint, testEndpoint } from '@guichet/core/events';
import { decideSandboxPayment } from '@guichet/core/operations';
import { cancelCheckout, createPaymentLink, expireCheckout, payDirectly } from '@guichet/core/payments';
import { customerWith, type Role, type StaffActor } from '@guichet/core/platform';
import { addAccount } from '@guichet/core/routing';
import { decideSandboxRefund, pollFor } from '@guichet/core/testing';
import {
  decidePayout,
  orderPayout,
  requestRefund,
  setPayoutRule,
  uploadBatch,
} from '@guichet/core/transfers';
import { makeFixedClock } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { test_password_hash } from '@guichet/server/dashboard/testing/test-password';
import { callApi } from '@guichet/server/testing/api';
import { command, commandOf } from '../../test-support/actors.ts';
import type { TestService } from '../../test-support/service.ts';
import { enterShift, makeCashier, makeTill, takePayment } from '../../test-support/shifts.ts';
import { callerOf, fillHistory, openSale, type Sale } from './fill-history.ts';

/** The staff in addition to the demo's owner; all sign in with {@link test_password}. */
const people = [
  ['direction@demo.test', 'Direction', 'owner'],
  ['finance@demo.test', 'Finance', 'finance'],
  ['technique@demo.test', 'Technique', 'developer'],
] as const satisfies readonly (readonly [email: string, name: string, role: Role])[];

/** The e-mail address of an owner, who signs in with {@link test_password}. */
export const owner_email = 'direction@demo.test';

/** The created objects, for tests that open their pages. */
export interface Filled {
  readonly payments: Readonly<Record<SaleName, string>>;
  readonly payouts: Readonly<Record<PayoutName, string>>;
  readonly customer_id: string;
  readonly endpoint_id: string;
  readonly failing_endpoint_id: string;
  readonly delivery_id: string;
  readonly failing_delivery_id: string;
  readonly event_id: string;
  /** The batch that awaits confirmation, and the one whose file has an invalid line. */
  readonly batch_id: string;
  readonly wrong_batch_id: string;
  readonly account_id: string;
  /** A link that was never opened, with many of its terms set. */
  readonly payment_link_id: string;
  /** The open shift of a cashier, with a payment. */
  readonly shift_id: string;
  /** The address at which a new member accepts an invitation. */
  readonly invitation_url: string;
}

/**
 * One payment in each state that a page shows; `digits` are the last digits of the payer's number (see the
 * sandbox's table).
 */
const sales = {
  pending: { sale: { description: 'Pagne wax, 6 yards', customer_email: 'client-1@shop.example' } },
  cancelled: { sale: { description: 'Panier', amount: 6_000 } },
  expired: { sale: { description: 'Sandales', amount: 9_500 } },
  failed: { sale: { description: 'Boubou', amount: 31_000 }, digits: '01' },
  processing: { sale: { description: 'Bazin riche, 5 m', amount: 42_500 }, digits: '22' },
  mismatch: { sale: { description: 'Pagne wax, 6 yards' }, digits: '17' },
  unknown: { sale: { description: 'Bazin riche, 5 m', amount: 42_500 }, digits: '12', hours_ago: 3 },
  duplicate: { sale: { description: 'Boubou', amount: 31_000 }, digits: '18' },
  refunded: { sale: { description: 'Panier', amount: 6_000 }, digits: '00' },
  refund_failed: { sale: { description: 'Sandales', amount: 9_500 }, digits: '22' },
  paid: {
    sale: {
      ...{ description: 'Pagne wax, 6 yards', customer_email: 'client-2@shop.example' },
      metadata: { order: 'A-1042', shop: 'Treichville' },
    },
    digits: '00',
  },
} as const satisfies Record<string, { sale: Sale; digits?: string; hours_ago?: number }>;
type SaleName = keyof typeof sales;

/** One payout in each state. */
const payouts = {
  success: { amount: 45_000, digits: '00' },
  failed: { amount: 12_500, digits: '01' },
  processing: { amount: 20_000, digits: '22' },
  mismatch: { amount: 15_000, digits: '17' },
  refused: { amount: 180_000, digits: '00' },
  waiting: { amount: 150_000, digits: '00' },
} as const;
type PayoutName = keyof typeof payouts;

const payout_file = [
  'amount,currency,phone,operator,description',
  '45000,XOF,+2250548151600,mtn_ci,Salaire',
  '52000,XOF,+2250548151700,mtn_ci,Salaire',
];

const history_days = 34;
const moment_ms = 20_000;

/**
 * Gives the demo merchant, in test mode, content for every page of the dashboard: some weeks of business, payments
 * and payouts in every state, people, keys, endpoints (one of which fails), and an account with a provider. Nothing
 * bypasses the service: everything uses the verbs that merchants and their staff use.
 *
 * @param urls the merchant's endpoints: one that accepts deliveries, and one that refuses them
 */
export async function fillMerchant(
  service: TestService,
  urls: { readonly good: string; readonly failing: string },
): Promise<Filled> {
  const { ctx } = service;
  await fillHistory(service, history_days);
  await addPeople(service);
  const owner = await actorOf(service, 'direction@demo.test');
  const finance = await actorOf(service, 'finance@demo.test');
  const endpoints = await addEndpoints(service, urls);
  const paid = await addPayments(service, finance);
  const sent = await addPayouts(service, owner, finance);
  await callApi(service, '/api/v1/payments/pay_none', { key: service.demo.test_key });
  await callApi(service, '/api/v1/balances', { key: service.demo.test_key });
  await addKey(ctx, owner, { name: 'Caisse 1' });
  const { id: key_id } = await addKey(ctx, owner, { name: 'Caisse 2' });
  await withdrawKey(ctx, owner, key_id);
  await inviteMember(ctx, owner, { email: 'comptable@demo.test', role: 'viewer' });
  const { link } = await inviteMember(ctx, owner, { email: 'accueil@demo.test', role: 'support' });
  const account = await addAccount(ctx, owner, {
    ...{ connector: 'wave', name: 'Wave Côte d’Ivoire', unchecked: true },
    // Nothing listens at this address: the account is saved unchecked.
    settings: {
      country: 'CI',
      api_key: 'wave_ci_key',
      webhook_secret: 'wave_ci_secret',
      base_url: 'http://127.0.0.1:9',
    },
  });
  const payment_link_id = await addPaymentLink(ctx, owner);
  const shift_id = await openShift(service);
  const batch = await uploadBatch(ctx, finance, {
    query: { file_name: 'salaires.csv' },
    content: linesOf(payout_file),
  });
  const wrong = [...payout_file, '52000,XOF,+2250548,mtn_ci,Salaire'];
  const wrong_batch = await uploadBatch(ctx, finance, {
    query: { file_name: 'salaires-2.csv' },
    content: linesOf(wrong),
  });
  const customers = await ctx.pool.query<{ id: string }>(
    `select customer_id as id from payments where id = $1`,
    [paid.paid],
  );
  return {
    ...{ payments: paid, payouts: sent, ...endpoints },
    customer_id: customers.rows[0]?.id ?? '',
    ...{ batch_id: batch.batch.id, wrong_batch_id: wrong_batch.batch.id },
    account_id: account.id,
    ...{ payment_link_id, shift_id },
    invitation_url: link,
  };
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${line}\n`);
}

async function addPeople({ ctx, demo: { merchant_id } }: TestService): Promise<void> {
  for (const [email, name, role] of people) {
    await createStaff(ctx, command, { merchant_id, email, name, role, password_hash: test_password_hash });
  }
}

async function actorOf({ ctx, demo }: TestService, email: (typeof people)[number][0]): Promise<StaffActor> {
  const [, name, role] = people.find(([one]) => one === email) ?? people[0];
  const user_id = (await findStaffByEmail(ctx.db, demo.merchant_id, email))?.id ?? '';
  return {
    ...{ kind: 'staff', user_id, name, email, role },
    ...{ merchant_id: demo.merchant_id, mode: 'test', address: '192.0.2.1', request_id: 'req_fill' },
  };
}

async function addEndpoints(
  { ctx, demo: { merchant_id } }: TestService,
  urls: { readonly good: string; readonly failing: string },
) {
  const { id: endpoint_id } = await createEndpoint(ctx, commandOf(merchant_id, 'test'), {
    ...{ url: urls.good, description: 'Boutique en ligne' },
  });
  const { id: failing_endpoint_id } = await createEndpoint(ctx, commandOf(merchant_id, 'test'), {
    ...{ url: urls.failing, description: 'Comptabilité' },
  });
  const { delivery_id, event_id } = await testEndpoint(ctx, commandOf(merchant_id), endpoint_id);
  const failing = await testEndpoint(ctx, commandOf(merchant_id), failing_endpoint_id);
  return {
    ...{ endpoint_id, failing_endpoint_id, delivery_id, event_id },
    failing_delivery_id: failing.delivery_id,
  };
}

async function addPayments(service: TestService, finance: StaffActor): Promise<Record<SaleName, string>> {
  const { ctx } = service;
  const caller = await callerOf(service);
  const made = {} as Record<SaleName, { token: string; payment_id: string }>;
  for (const [name, one] of Object.entries(sales)) made[name as SaleName] = await sell(ctx, caller, one);
  await cancelCheckout(ctx, customerWith(made.cancelled.token));
  await expireCheckout(ctx, command, made.expired.token);
  // The first attempt fails, the customer pays again, and then the first attempt succeeds after all.
  await untilPayment(ctx, made.duplicate.payment_id, `status = 'failed'`);
  await payDirectly(
    ctx,
    customerWith(made.duplicate.token),
    { operator: 'mtn_ci', phone: '+2250548151600' },
    null,
  );
  await decideSandboxPayment(ctx, customerWith(made.refund_failed.token), 'approved');
  const refund = (name: SaleName, reason: string, amount?: number) =>
    requestRefund(
      ctx,
      finance,
      { payment_id: made[name].payment_id, body: { reason, ...(amount !== undefined && { amount }) } },
      null,
    );
  await refund('refunded', 'Article épuisé');
  const { value } = await refund('refund_failed', 'Retour en boutique', 4_000);
  // A job sends the refund. The refund can be refused only after that.
  await until('a refund to decide on', () =>
    decideSandboxRefund(ctx, value.id, 'refused').catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'conflict') return undefined;
      throw error;
    }),
  );
  for (const name of ['mismatch', 'duplicate'] as const) await untilPerson(ctx, made[name].payment_id);
  return Object.fromEntries(
    Object.entries(made).map(([name, { payment_id }]) => [name, payment_id]),
  ) as Record<SaleName, string>;
}

async function sell(
  ctx: TestService['ctx'],
  caller: Caller,
  { sale, digits, hours_ago = 0 }: { sale: Sale; digits?: string; hours_ago?: number },
) {
  const clock = makeFixedClock(new Date(Date.now() - hours_ago * 60 * 60 * 1000));
  const then = hours_ago === 0 ? ctx : { ...ctx, clock };
  for (;;) {
    const made = await openSale(then, caller, sale);
    if (digits === undefined) return made;
    const means = { operator: 'mtn_ci', phone: `+22505481516${digits}` };
    try {
      await payDirectly(then, customerWith(made.token), means, null);
      return made;
    } catch (error) {
      // The service ends sessions of the past; it may have ended this one before it was paid.
      if (!(error instanceof AppError && error.code === 'session_expired' && hours_ago > 0)) throw error;
    }
  }
}

async function addPayouts(
  { ctx }: TestService,
  owner: StaffActor,
  finance: StaffActor,
): Promise<Record<PayoutName, string>> {
  await setPayoutRule(ctx, owner, {
    currency: 'XOF',
    body: { approval_above: 100_000, low_balance: 2_000_000 },
  });
  const made = {} as Record<PayoutName, string>;
  for (const [name, { amount, digits }] of Object.entries(payouts)) {
    const body = {
      amount,
      currency: 'XOF',
      operator: 'mtn_ci',
      recipient: { phone: `+22505481516${digits}` },
    };
    made[name as PayoutName] = (await orderPayout(ctx, finance, body, null)).value.id;
  }
  await decidePayout(ctx, owner, {
    id: made.refused,
    body: { decision: 'refuse', note: 'Facture manquante' },
  });
  await until('a payout that needs review', async () => {
    const { rows } = await ctx.pool.query('select from payouts where id = $1 and needs_review', [
      made.mismatch,
    ]);
    return rows.length === 1 || undefined;
  });
  return made;
}

const untilPayment = (ctx: TestService['ctx'], id: string, condition: string) =>
  until(`a payment that ${condition}`, async () => {
    const { rows } = await ctx.pool.query(`select from payments where id = $1 and ${condition}`, [id]);
    return rows.length === 1 || undefined;
  });

const untilPerson = (ctx: TestService['ctx'], id: string) =>
  untilPayment(ctx, id, 'exists (select from attempts where payment_id = payments.id and needs_review)');

async function until<Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const answer = await pollFor(moment_ms, ask);
  if (answer === undefined) throw new Error(`timed out waiting for ${what}`);
  return answer;
}

/** Opens a shift at the counter. The cashier waits for a payment. */
async function openShift({ ctx, demo: { merchant_id } }: TestService): Promise<string> {
  const till = await makeTill(ctx, { merchant_id }, 'Caisse de Cocody');
  const cashier = await makeCashier(ctx, merchant_id, 'Adjoua');
  const { actor } = await enterShift(ctx, till.actor, cashier);
  await takePayment(ctx, actor, '7500');
  return actor.shift_id;
}

async function addPaymentLink(ctx: TestService['ctx'], owner: StaffActor): Promise<string> {
  const link = {
    ...{ title: 'Pagne wax, 6 yards', amount: 25_000, currency: 'XOF', max_payments: 12 },
    description: 'Bleu ou rouge, livré à Cocody.',
    fields: [{ label: 'Couleur', type: 'choice', options: ['Bleu', 'Rouge'] }],
    thank_you: 'Merci, nous livrons demain.',
    customer: { phone: '+2250548151600', email: 'client-1@shop.example' },
  };
  return (await createPaymentLink(ctx, owner, link, null)).value.id;
}
