import { settleChanges } from '@guichet/core/accounts';
import { tidyEndpoints } from '@guichet/core/events';
import { rollUpBalances } from '@guichet/core/ledger';
import { mendStranded } from '@guichet/core/operations';
import {
  cancelCheckout,
  expireSessions,
  makeGroupedInsert,
  makeInitialize,
  payDirectly,
  verifyPayment,
} from '@guichet/core/payments';
import { type Context, customerWith, service_actor } from '@guichet/core/platform';
import { requireSession } from '@guichet/core/testing';
import { createPayout, orderPayout } from '@guichet/core/transfers';
import { AppError } from '@guichet/kernel/errors';
import { forge } from './forge.ts';
import { revoke, rotate, signIn } from './keys.ts';
import { onceOf } from './once.ts';
import { approve, refund, refundDuplicates, resolve, settle } from './persons.ts';
import type { Action } from './plan.ts';
import { receive } from './receive.ts';
import { reverse, turn } from './reverse.ts';
import { resend, rotateSecretOf, switchOff, switchOn } from './shop-persons.ts';
import type { Stage } from './stage.ts';
import { readStatement } from './statements.ts';

/** An action that needs a process of the service. */
type Performed = Exclude<Action, { kind: 'calm' }>;

/** Ends the storm: no more random faults occur. */
export function calm(stage: Pick<Stage, 'weather' | 'sides'>): void {
  stage.weather.isStormy = false;
  for (const { world } of stage.sides) Object.assign(world.faults, { next: [], rates: {} });
}

/** Performs an action. A refusal by the service is counted; any other error is thrown. */
export async function act(ctx: Context, stage: Stage, action: Performed): Promise<void> {
  try {
    await perform(ctx, stage, action);
    stage.count(action.kind);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The request has to be repeated later: its key is in use by a concurrent request, or the service is
    // recovering.
    if (error.code === 'idempotency_key_in_use' || error.code === 'recovering') throw error;
    stage.count(`${action.kind} refused: ${error.code}`);
  }
}

async function perform(ctx: Context, stage: Stage, action: Performed): Promise<void> {
  switch (action.kind) {
    case 'initialize':
      return initialize(ctx, stage, action);
    case 'pay':
      return pay(ctx, stage, action);
    case 'cancel': {
      const checkout = stage.checkouts.get(action.customer);
      if (checkout) await cancelCheckout(ctx, customerWith(checkout.token));
      return;
    }
    case 'verify': {
      const checkout = stage.checkouts.get(action.customer);
      if (checkout) await verifyPayment(ctx, await signIn(ctx, stage), checkout.payment_id);
      return;
    }
    case 'payout':
      return payOut(ctx, stage, action);
    case 'approve':
      return approve(ctx, stage, action.decision);
    case 'refund':
      return refund(ctx, stage, action);
    case 'refund_duplicates':
      return refundDuplicates(ctx, stage);
    case 'resolve':
      return resolve(ctx, stage, action);
    case 'settle':
      return settle(ctx, stage);
    case 'reverse':
      return reverse(ctx, stage, action);
    case 'turn':
      return turn(ctx, stage, action);
    case 'forge': {
      const forged = forge(stage, action.provider);
      if (forged) await receive(ctx, forged, stage.breaches);
      return;
    }
    case 'rotate':
      return rotate(ctx, stage);
    case 'revoke':
      return revoke(ctx, stage);
    case 'statement':
      return readStatement(ctx, stage, action.period);
    case 'rotate_secret':
      return rotateSecretOf(ctx, stage, action);
    case 'switch_off':
      return switchOff(ctx, stage, action);
    case 'switch_on':
      return switchOn(ctx, stage, action);
    case 'resend':
      return resend(ctx, stage, action);
    case 'sweep':
      return sweep(ctx, stage);
  }
}

async function initialize(
  ctx: Context,
  stage: Stage,
  { customer, provider, amount, key }: Extract<Action, { kind: 'initialize' }>,
): Promise<void> {
  const { simulated } = providerOf(stage, provider);
  const body = { amount, currency: simulated.currency, return_url: 'https://shop.example/thanks' };
  const caller = await signIn(ctx, stage);
  const { value } = await makeInitialize(ctx, makeGroupedInsert(ctx))(caller, body, onceOf(key));
  const token = value.session_token;
  const { merchant_id, payment_id } = await requireSession(ctx, token);
  stage.acknowledged.push({ kind: 'payment', id: payment_id, key });
  stage.checkouts.set(customer, { merchant_id, token, payment_id });
}

async function pay(ctx: Context, stage: Stage, action: Extract<Action, { kind: 'pay' }>): Promise<void> {
  const checkout = stage.checkouts.get(action.customer);
  if (!checkout) return;
  const { simulated } = providerOf(stage, action.provider);
  const phone = simulated.phoneOf(action.customer).e164;
  const body = { operator: simulated.operator, phone, ...(simulated.otp ? { otp: simulated.otp } : {}) };
  const { value } = await payDirectly(ctx, customerWith(checkout.token), body, null);
  const asked = value.payment.action;
  if (simulated.visits_pages && asked?.kind === 'redirect') await visit(stage, action, asked.url);
}

/** Submits the customer's number on the operator's own page, as a browser would. */
async function visit(stage: Stage, action: Extract<Action, { kind: 'pay' }>, url: string): Promise<void> {
  const { simulated } = providerOf(stage, action.provider);
  const { pathname, searchParams, host, origin } = new URL(url);
  // The service may have chosen a different account from the one in the plan.
  const side = stage.sides.find((one) => one.origin === origin) ?? stage.sides[action.provider];
  const body = new URLSearchParams({ msisdn: simulated.phoneOf(action.customer).told, otp: '123456' });
  await side?.simulator.handle({
    method: 'POST',
    path: pathname,
    query: searchParams,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
    url,
  });
}

async function payOut(
  ctx: Context,
  stage: Stage,
  { provider, phone, amount, key, by_person }: Extract<Action, { kind: 'payout' }>,
): Promise<void> {
  const { simulated } = providerOf(stage, provider);
  const { operator, currency } = simulated;
  const body = { amount, currency, operator, recipient: { phone: simulated.phoneOf(phone).e164 } };
  const { value } = by_person
    ? await orderPayout(ctx, stage.persons[0], body, onceOf(key))
    : await createPayout(ctx, await signIn(ctx, stage), body, onceOf(key));
  stage.acknowledged.push({ kind: 'payout', id: value.id, key });
}

/**
 * Runs the periodic housekeeping of the service. If it finds a transaction that had no next step, that is a
 * breach.
 */
async function sweep(ctx: Context, stage: Stage): Promise<void> {
  await expireSessions(ctx, service_actor);
  for (const { next_task, id } of await mendStranded(ctx, service_actor)) {
    stage.breaches.push(`${id} was stranded: no ${next_task} would have come`);
  }
  for (const id of await findFuture(ctx, stage)) stage.breaches.push(`${id} is of a time that has not come`);
  await tidyEndpoints(ctx, service_actor);
  await settleChanges(ctx, service_actor);
  await rollUpBalances(ctx, service_actor);
}

/** Finds rows that were written with a clock that is ahead of the history's. */
async function findFuture({ db }: Context, { caller, timeline }: Stage): Promise<string[]> {
  const found = await db
    .selectFrom('attempts')
    .select(['id', 'created_at'])
    .where('merchant_id', '=', caller.merchant_id)
    .unionAll(
      db.selectFrom('payments').select(['id', 'created_at']).where('merchant_id', '=', caller.merchant_id),
    )
    .execute();
  // Compares with the time after the query, because the process may have been suspended before it.
  return found.filter(({ created_at }) => created_at > timeline.now()).map(({ id }) => id);
}

function providerOf(stage: Stage, index: number) {
  const found = stage.plan.providers[index];
  if (!found) throw new Error(`the plan has no provider ${index}`);
  return found;
}
