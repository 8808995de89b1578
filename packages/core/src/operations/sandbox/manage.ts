import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { documented } from '@guichet/kernel/documented';
import { AppError } from '@guichet/kernel/errors';
import { currency_form, decimals_form } from '@guichet/kernel/forms';
import { lowestIdAt } from '@guichet/kernel/ids';
import { limits } from '@guichet/kernel/limits';
import { majorNumber } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import { operators } from '@guichet/operators/catalogue';
import { examplePhone } from '@guichet/operators/sandbox/example-phone';
import { scenarioOf, scenarios } from '@guichet/operators/sandbox/scenarios';
import Type, { type Static } from 'typebox';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import { customerWith, type StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { decideSandboxPayment, decideSandboxTransfer } from './decide.ts';
import { amount_max, fundSandbox } from './fund.ts';
import { listUndecided, type Waiting } from './queries.ts';
import { listCases } from './simulate.ts';

/** No decision is awaited for longer than a session lasts; the extra minute allows for differing clocks. */
const window_ms = limits.session_lifetime_ms + 60_000;
const waiting_max = 100;
/** Digits without a row in the sandbox's table. */
const ordinary_digits = '99';
const person_digits = scenarios.filter((one) => one.decided_by === 'person').map(({ digits }) => digits);

/** A payment, payout or refund that awaits a decision on the panel. Amounts in the major unit. */
export const WaitingObject = Type.Object({
  kind: Type.Enum(['payment', 'payout', 'refund']),
  id: Type.String(),
  phone: Type.String({ description: 'E.164.' }),
  amount: Type.Number(),
  currency: Type.String(),
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
});
export type WaitingObject = Static<typeof WaitingObject>;

export const SandboxPanel = Type.Object({
  waiting: Type.Array(WaitingObject, { description: 'Newest first, at most 100.' }),
  cases: Type.Array(
    Type.Object({
      digits: Type.String(),
      title: Type.String(),
      details: Type.String(),
      phone: Type.String({
        description: 'Example of such a number, from the merchant’s country if possible. E.164.',
      }),
    }),
    { description: 'Outcomes by the last two digits of the number.' },
  ),
});
export type SandboxPanel = Static<typeof SandboxPanel>;

export const DecisionInput = Type.Object(
  { id: Type.String(), decision: Type.Enum(['approved', 'refused']) },
  { additionalProperties: false },
);
const checkDecision = makeCheck(DecisionInput);

export const FundingInput = Type.Object(
  {
    currency: Type.String({ description: 'ISO 4217.', ...currency_form }),
    amount: Type.Number({
      description: 'Major unit, with at most the decimals the currency has.',
      ...documented({ minimum: limits.amount_min, maximum: amount_max }),
    }),
  },
  { additionalProperties: false, ...decimals_form },
);
const checkFunding = makeCheck(FundingInput);

/**
 * Lists the objects that await a decision, and the table of numbers. @throws AppError `forbidden`, `not_found` in
 * live mode
 */
export async function showSandbox(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
): Promise<SandboxPanel> {
  requireScope(actor, 'developers:read');
  requireTest(actor);
  const { country } = await requireMerchant(ctx, actor.merchant_id);
  const operator = operators.find((one) => one.country === country) ?? { country: 'CI' };
  const cases = listCases().map(({ digits, title, details }) => ({
    ...{ digits, title, details },
    phone: examplePhone(operator, /^\d\d$/.test(digits) ? digits : ordinary_digits),
  }));
  return { waiting: (await listWaiting(ctx, actor)).map(present), cases };
}

/**
 * Applies a person's decision in the operator's place.
 *
 * @throws AppError `forbidden`, `not_found` in live mode, `invalid_fields`, `conflict` when no decision is
 * awaited (any more)
 */
export async function decideOwnSandboxObject(
  ctx: Context,
  actor: StaffActor,
  input: unknown,
): Promise<WaitingObject> {
  requireScope(actor, 'sandbox:write');
  requireTest(actor);
  const { id, decision } = checkDecision(input);
  const asked = (await listWaiting(ctx, actor)).find((one) => one.id === id);
  if (!asked)
    throw new AppError('conflict', {
      reason: problem('already_decided', 'Already decided.'),
    });
  if (asked.session_token === null) await decideSandboxTransfer(ctx, actor, { id, decision });
  else await decideSandboxPayment(ctx, customerWith(ctx.tokens.tokenOf(asked.session_token)), decision);
  return present(asked);
}

/** Adds play money. @throws AppError `forbidden`, `not_found` in live mode, `invalid_fields` */
export async function fundOwnSandbox(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  input: unknown,
): Promise<{ currency: string; amount: number; available: number }> {
  requireScope(actor, 'sandbox:write');
  requireTest(actor);
  const { merchant_id: _, ...funded } = await fundSandbox(ctx, actor, checkFunding(input));
  return funded;
}

async function listWaiting(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { merchant_id }: StaffActor,
): Promise<Waiting[]> {
  const at = new Date(clock.now().getTime() - window_ms);
  const since = { at, refund_id: lowestIdAt('refund', at) };
  const asked = await listUndecided(db, merchant_id, { since, digits: person_digits, limit: waiting_max });
  // A payout or refund has no customer to ask: some rows of the table are for collections only.
  return asked.filter(({ kind, phone }) => {
    const direction = kind === 'payment' ? 'collect' : kind;
    return scenarioOf({ phone, direction }).decided_by === 'person';
  });
}

function requireTest({ mode }: StaffActor): void {
  if (mode === 'live') throw new AppError('not_found', { message: 'There is no sandbox in live mode.' });
}

function present({ kind, id, phone, currency: code, amount_minor, created_at }: Waiting): WaitingObject {
  const currency = asCurrency(code);
  return {
    kind,
    id,
    phone,
    amount: majorNumber({ amount_minor, currency }),
    currency,
    created_at: timestampText(created_at),
  };
}
