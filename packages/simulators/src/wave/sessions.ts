import { anotherAmount } from '../books.ts';
import type { PayerPlan, SimulatorReply, Transaction, World } from '../contract.ts';
import { empty, json } from '../reply.ts';
import type { Session, WaveOptions } from './contract.ts';
import { payerOf } from './numbers.ts';
import { refuse, validateSession } from './replies.ts';
import { sendEvent } from './webhook.ts';

const lifetime_ms = 30 * 60_000;

/** The payment links of an account. */
export interface Sessions {
  create(fields: Readonly<Record<string, unknown>>, base_url: string): SimulatorReply;
  read(id: string): SimulatorReply;
  readByTransaction(transaction_id: string): SimulatorReply;
  search(client_reference: string): SimulatorReply;
  expire(id: string): SimulatorReply;
  refund(id: string): SimulatorReply;
  find(id: string): Session | undefined;
  /**
   * Lets a payer try to pay an open link; the plan ends with `success`, `cancelled` or the code of the failure.
   * @returns false when the link is not open
   */
  pay(session: Session, plan: PayerPlan): boolean;
  all(): readonly Session[];
}

export function makeSessions(
  world: World,
  options: WaveOptions,
  nameOf: (prefix: string) => string,
): Sessions {
  const sessions: Session[] = [];
  const find = (id: string): Session | undefined => sessions.find((session) => session.id === id);
  const pay = makePayer(world, options, nameOf);
  const withSession = (id: string, run: (session: Session) => SimulatorReply): SimulatorReply => {
    const session = find(id);
    return session ? run(session) : refuse(404, 'checkout-session-not-found');
  };

  return {
    create: (fields, base_url) => {
      const problem = validateSession(fields, options.currency);
      if (problem) return problem;
      const session = openSession(fields, { id: nameOf('cos-'), base_url, at: world.now() }, sessions);
      sessions.push(session);
      world.after(lifetime_ms, () => close(session));
      followPlan(world, pay, session, world.planOf(session.phone) ?? payerOf(session.phone));
      return json(200, show(session));
    },
    read: (id) => withSession(id, (session) => json(200, show(session))),
    readByTransaction: (transaction_id) => {
      const found = sessions.find((session) => session.transaction_id === transaction_id);
      return found ? json(200, show(found)) : refuse(404, 'checkout-session-not-found');
    },
    search: (client_reference) => {
      const found = sessions.filter((session) => session.shown.client_reference === client_reference);
      return json(200, { result: found.map(show) });
    },
    expire: (id) =>
      withSession(id, (session) => {
        if (session.checkout_status === 'complete') return refuse(400, 'request-validation-error');
        close(session);
        return empty(200);
      }),
    refund: (id) =>
      withSession(id, (session) => {
        if (session.checkout_status !== 'complete') return refuse(400, 'checkout-refund-failed');
        // A second call refunds nothing more.
        session.refund ??= { transaction_id: nameOf('T_'), at: world.now() };
        return empty(200);
      }),
    find,
    pay,
    all: () => sessions,
  };
}

/** Makes the function with which a payer tries to pay a link: it changes the link and notifies the merchant. */
function makePayer(world: World, options: WaveOptions, nameOf: (prefix: string) => string): Sessions['pay'] {
  const tell = (session: Session, type: string): void =>
    sendEvent(world, options.webhook, { id: nameOf('EV_'), type, data: show(session) });
  const pay: Sessions['pay'] = (session, plan) => {
    if (session.checkout_status !== 'open') return false;
    if (plan.end === 'success') {
      const wrong = plan.wrong_amount || world.strikes('wrong_amount', 'collect');
      session.moved_amount = wrong ? anotherAmount(session.amount, wrong) : session.amount;
      session.checkout_status = 'complete';
      session.payment_status = 'succeeded';
      session.transaction_id = nameOf('T_');
      session.completed_at = world.now();
      tell(session, 'checkout.session.completed');
      return true;
    }
    session.payment_status = plan.end === 'cancelled' ? 'cancelled' : 'processing';
    if (plan.end !== 'cancelled') {
      session.last_payment_error = { code: plan.end, message: 'The payment did not go through' };
    }
    tell(session, 'checkout.session.payment_failed');
    if (plan.afterwards) followPlan(world, pay, session, plan.afterwards);
    return true;
  };
  return pay;
}

/** Carries out a payer's plan at the planned time. */
function followPlan(world: World, pay: Sessions['pay'], session: Session, plan: PayerPlan): void {
  if (plan.after_ms === null) return;
  if (plan.after_ms === 0) pay(session, plan);
  else world.after(plan.after_ms, () => pay(session, plan));
}

function close(session: Session): void {
  if (session.checkout_status !== 'open') return;
  session.checkout_status = 'expired';
  session.payment_status = 'cancelled';
}

function openSession(
  fields: Readonly<Record<string, unknown>>,
  { id, base_url, at }: { readonly id: string; readonly base_url: string; readonly at: Date },
  others: readonly Session[],
): Session {
  const { amount, currency, client_reference = null, restrict_payer_mobile = null } = fields;
  const same = others.filter((session) => session.shown.client_reference === client_reference).length;
  return {
    id,
    // Two links may have the same reference, which Wave does not prevent.
    reference: `${client_reference ?? id}${same === 0 ? '' : `#${same + 1}`}`,
    phone: typeof restrict_payer_mobile === 'string' ? restrict_payer_mobile : '',
    amount: String(amount),
    created_at: at,
    shown: {
      client_reference,
      currency,
      error_url: fields.error_url,
      success_url: fields.success_url,
      business_name: 'Boutique Exemple',
      aggregated_merchant_id: fields.aggregated_merchant_id ?? null,
      restrict_payer_mobile,
      wave_launch_url: `${base_url}/c/${id}?a=${amount}&c=${currency}&m=Boutique%20Exemple`,
      when_created: at.toISOString(),
      when_expires: new Date(at.getTime() + lifetime_ms).toISOString(),
    },
    moved_amount: null,
    checkout_status: 'open',
    payment_status: 'processing',
    last_payment_error: null,
    transaction_id: null,
    completed_at: null,
    refund: null,
  };
}

function show(session: Session): Readonly<Record<string, unknown>> {
  return {
    id: session.id,
    amount: session.moved_amount ?? session.amount,
    checkout_status: session.checkout_status,
    payment_status: session.payment_status,
    last_payment_error: session.last_payment_error,
    transaction_id: session.transaction_id,
    when_completed: session.completed_at?.toISOString() ?? null,
    ...session.shown,
  };
}

/** The transactions of a session and of its refund. */
export function transactionsOf(session: Session): Transaction[] {
  const { id, reference, phone, moved_amount, amount, created_at, refund } = session;
  const failed = session.checkout_status === 'expired';
  const base = { phone, currency: String(session.shown.currency) };
  const collected: Transaction = {
    ...base,
    direction: 'collect',
    reference,
    provider_reference: id,
    asked_amount: amount,
    moved_amount,
    status: session.checkout_status === 'complete' ? 'success' : failed ? 'failed' : 'pending',
    code: failed ? (session.last_payment_error?.code ?? 'expired') : null,
    created_at,
  };
  if (!refund) return [collected];
  const given_back: Transaction = {
    ...base,
    direction: 'refund',
    reference: `refund:${reference}`,
    provider_reference: refund.transaction_id,
    asked_amount: moved_amount ?? amount,
    moved_amount,
    status: 'success',
    code: null,
    created_at: refund.at,
  };
  return [collected, given_back];
}
