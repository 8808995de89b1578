import { cancelCheckout, expireSessions, payDirectly } from '@guichet/core/payments';
import { type Context, customerWith, service_actor } from '@guichet/core/platform';
import { createPayout, createRefund } from '@guichet/core/transfers';
import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { majorText } from '@guichet/kernel/money';
import { command } from '../test-support/actors.ts';
import { makeCheckout } from '../test-support/checkouts.ts';
import { forge } from './forge.ts';
import type { Action } from './plan.ts';
import { receive } from './receive.ts';
import type { Stage } from './stage.ts';

/** Performs a person's action now. A refusal by the service is counted; an unexpected result is a breach. */
export async function act(ctx: Context, stage: Stage, action: Action): Promise<void> {
  try {
    await perform(ctx, stage, action);
    stage.count(action.kind);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    stage.count(`${action.kind} refused: ${error.code}`);
  }
}

async function perform(ctx: Context, stage: Stage, action: Action): Promise<void> {
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
    case 'payout':
      return payOut(ctx, stage, action);
    case 'refund':
      return refund(ctx, stage, action);
    case 'forge': {
      const forged = forge(stage, action.provider);
      if (forged) await receive(ctx, forged, stage.breaches);
      return;
    }
    case 'expire':
      await expireSessions(ctx, service_actor);
      return;
    case 'calm':
      stage.weather.isStormy = false;
      for (const { world } of stage.sides) Object.assign(world.faults, { next: [], rates: {} });
  }
}

async function initialize(
  ctx: Context,
  stage: Stage,
  action: Extract<Action, { kind: 'initialize' }>,
): Promise<void> {
  const { simulated } = providerOf(stage, action.provider);
  const fields = { amount: action.amount, currency: simulated.currency };
  stage.checkouts.set(action.customer, await makeCheckout(ctx, stage.caller, fields));
}

async function pay(ctx: Context, stage: Stage, action: Extract<Action, { kind: 'pay' }>): Promise<void> {
  const checkout = stage.checkouts.get(action.customer);
  if (!checkout) return;
  const { simulated } = providerOf(stage, action.provider);
  const phone = simulated.phoneOf(action.customer).e164;
  const body = { operator: simulated.operator, phone, ...(simulated.otp ? { otp: simulated.otp } : {}) };
  for (let click = 0; click < action.clicks; click++) {
    const { value } = await payDirectly(ctx, customerWith(checkout.token), body, null);
    const asked = value.payment.action;
    if (simulated.visits_pages && asked?.kind === 'redirect') await visit(stage, action, asked.url);
  }
}

/** Enters the number on the operator's own page, as a browser would. */
async function visit(stage: Stage, action: Extract<Action, { kind: 'pay' }>, url: string): Promise<void> {
  const { simulated } = providerOf(stage, action.provider);
  const side = stage.sides[action.provider];
  const { pathname, searchParams, host } = new URL(url);
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
  action: Extract<Action, { kind: 'payout' }>,
): Promise<void> {
  const { simulated } = providerOf(stage, action.provider);
  const { operator, currency } = simulated;
  const recipient = { phone: simulated.phoneOf(action.phone).e164 };
  await createPayout(ctx, stage.caller, { amount: action.amount, currency, operator, recipient }, null);
}

/** Refunds a share of what a customer was charged, with each provider's next reaction to refunds in turn. */
async function refund(
  ctx: Context,
  stage: Stage,
  action: Extract<Action, { kind: 'refund' }>,
): Promise<void> {
  const checkout = stage.checkouts.get(action.customer);
  if (!checkout) return;
  const payment = await ctx.db
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', checkout.merchant_id)
    .where('id', '=', checkout.payment_id)
    .executeTakeFirstOrThrow();
  if (payment.status !== 'success' || payment.charged_minor === null) return;
  stage.plan.providers.forEach(({ simulated, refunds }, index) => {
    const plan = refunds[action.customer];
    if (plan) stage.sides[index]?.world.plans.set(simulated.phoneOf(action.customer).told, plan);
  });
  const currency = asCurrency(payment.currency);
  const tenths = BigInt(Math.round(action.share * 10));
  const amount_minor = (payment.charged_minor * tenths) / 10n;
  await createRefund(ctx, command, {
    payment_id: payment.id,
    amount: Number(majorText({ amount_minor, currency })),
  });
}

function providerOf(stage: Stage, index: number) {
  const found = stage.plan.providers[index];
  if (!found) throw new Error(`the plan has no provider ${index}`);
  return found;
}
