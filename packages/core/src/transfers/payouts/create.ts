import { asCurrency } from '@guichet/kernel/currencies';
import { AppError, invalidFields } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { amountProblem, type Money, moneyFromMajor } from '@guichet/kernel/money';
import { parsePhone } from '@guichet/kernel/phone';
import { problem } from '@guichet/kernel/problem';
import { makeCheck, type Rules } from '@guichet/kernel/validation';
import { findOperator } from '@guichet/operators/catalogue';
import type { Insertable } from 'kysely';
import { findKeyMaker } from '../../accounts/api-keys/queries.ts';
import { needsSecondPerson } from '../../accounts/approvals/judge.ts';
import type { ApprovalRule } from '../../accounts/approvals/limits.ts';
import { post } from '../../ledger/post.ts';
import { requireBalance } from '../../ledger/require-balance.ts';
import type { KeyActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { PayoutTable } from '../../platform/database/tables/payouts.ts';
import {
  type IdempotencyKey,
  type IdempotentResult,
  runIdempotently,
} from '../../platform/idempotency/run-idempotently.ts';
import { currencyProblem, phoneProblem } from '../../platform/input/rules.ts';
import { randomReference } from '../../platform/references/references.ts';
import { reservationOf } from '../postings.ts';
import { addSendJob } from '../send-job.ts';
import { payout_books } from './books.ts';
import { findPayoutRoute } from './find-route.ts';
import { insertOrder } from './orders/queries.ts';
import { presentPayout } from './present.ts';
import { insertPayout, type Payout, readFunds } from './queries.ts';
import { PayoutInput, type PayoutObject } from './schemas.ts';

const check = makeCheck(PayoutInput);

/** The rules that the schema cannot express. */
const rules: Rules<PayoutInput> = {
  amount: (amount, { currency }) => amountProblem(amount, currency),
  currency: currencyProblem,
  operator: (code, { currency }) => {
    const operator = findOperator(code);
    if (!operator)
      return problem('not_an_operator', 'is not in the operator catalogue, which has codes such as mtn_ci');
    const holds =
      currency === undefined || currencyProblem(currency) || operator.currencies.includes(currency);
    if (holds) return undefined;
    const currencies = operator.currencies.join(', ');
    return problem('operator_without_currency', `does not support ${currency}, only ${currencies}`, {
      currency,
      currencies,
    });
  },
  recipient: { phone: phoneProblem },
};

/**
 * Creates a payout. In one transaction, its money is reserved and the job that sends it is added. Reservations from
 * the same balance are serialized, so that they can never exceed it. If the merchant's rule requires a second
 * person, the payout awaits approval, with the key's creator as its author.
 *
 * @param once the request's Idempotency-Key, null without one
 * @throws AppError `forbidden`, `invalid_fields` naming every invalid field, `insufficient_balance` with the
 * available amount, `idempotency_key_reused`, `idempotency_key_in_use`; `conflict` when approval is required and the
 * key does not exist
 */
export async function createPayout(
  ctx: Pick<Context, 'db' | 'clock' | 'connectors' | 'references'>,
  actor: KeyActor,
  body: unknown,
  once: IdempotencyKey | null,
): Promise<IdempotentResult<PayoutObject>> {
  requireScope(actor, 'payouts:write');
  const draft = draftPayout(body);
  const { merchant_id, mode, key_id } = actor;
  const id = makeId('payout');
  const at = ctx.clock.now();
  return ctx.db.transaction().execute((tx) =>
    runIdempotently(tx, { merchant_id, mode, scope: '', object_id: id }, once, at, async () => {
      const payout = await placePayout(ctx, tx, draft, {
        ...{ merchant_id, mode, id, created_at: at },
        key: once && { scope: '', key: once.key },
      });
      if (payout.needs_approval) await holdForApproval(tx, payout, key_id);
      else await addSendJob(tx, { noun: 'payout' }, payout);
      return presentPayout(payout);
    }),
  );
}

/** Records that a payout awaits a second person's approval. The payout gets no job before it is approved. */
async function holdForApproval(tx: Connection, payout: Payout, key_id: string): Promise<void> {
  const { merchant_id, mode, id: payout_id, created_at } = payout;
  const maker = await findKeyMaker(tx, { merchant_id, id: key_id });
  // Commands that test a payout act without a key.
  if (!maker) {
    const message =
      `In ${mode} mode the payout rule of ${payout.currency} requires a second person for this payout, and without ` +
      'an API key it has no author whom somebody else could approve. Raise the amount of the rule in the dashboard ' +
      'under Payouts, Rules, or create the payout with an API key.';
    throw new AppError('conflict', { message });
  }
  const { made_by, name, last_four } = maker;
  const key = `svc_${mode}_…${last_four}`;
  await insertOrder(tx, {
    ...{ merchant_id, mode, payout_id, created_at, key_id, approval: 'waiting' },
    made_by: made_by ?? key_id,
    made_by_name: name === null ? key : `${name} (${key})`,
  });
}

/** An Idempotency-Key with its scope: empty for API requests, the member's own for requests of staff. */
export interface UsedKey {
  readonly scope: string;
  readonly key: string;
}

/** A valid payout request. */
export interface PayoutDraft {
  readonly input: PayoutInput;
  readonly money: Money;
}

/** @throws AppError `invalid_fields` naming every wrong field */
export function draftPayout(body: unknown): PayoutDraft {
  const input = check(body, rules);
  refuseForeignNumber(input);
  return { input, money: readMoney(input) };
}

/**
 * Inserts a payout and reserves its money, in the caller's transaction. The caller adds the job that sends it or,
 * if it needs approval, the order with its author.
 *
 * @throws AppError `invalid_fields`, `insufficient_balance`
 */
export async function placePayout(
  ctx: Pick<Context, 'clock' | 'connectors' | 'references'>,
  tx: Connection,
  { input, money }: PayoutDraft,
  {
    key,
    ...made
  }: Pick<Payout, 'merchant_id' | 'mode' | 'id' | 'created_at'> & { readonly key: UsedKey | null },
): Promise<Payout> {
  const { merchant_id, mode, created_at } = made;
  const route = await findPayoutRoute(ctx, tx, { merchant_id, mode, operator: input.operator, money });
  const rule = await requireFunds(tx, { merchant_id, mode, ...money });
  const row = makeRow(input, { ...made, ...money, ...route });
  const needs_approval = await needsSecondPerson(tx, rule, { ...row, payouts: [row] });
  const payout = await insertReferenced(ctx, tx, { ...row, needs_approval }, key);
  await post(tx, reservationOf(payout_books, payout, created_at));
  return payout;
}

/** Inserts a payout with the reference derived from its key, or with a random reference if it has no key. */
async function insertReferenced(
  { references }: Pick<Context, 'references'>,
  tx: Connection,
  row: Omit<Insertable<PayoutTable>, 'reference'> & Pick<Payout, 'mode'>,
  used: UsedKey | null,
): Promise<Payout> {
  const { merchant_id, mode } = row;
  for (let round = 0; ; round++) {
    const reference = used
      ? await references.of(
          tx,
          { merchant_id, mode, kind: 'payout', of: [used.scope, used.key], number: 1 },
          round,
        )
      : randomReference();
    const payout = await insertPayout(tx, { ...row, reference });
    // If nothing was inserted, another payout was created with the same key more than 72 hours ago.
    if (payout) return payout;
  }
}

function refuseForeignNumber({ operator, recipient }: PayoutInput): void {
  const country = findOperator(operator)?.country;
  // The sandbox's stand-in operator belongs to no country (ISO 3166-1 reserves ZZ for that).
  if (country === 'ZZ' || parsePhone(recipient.phone)?.country === country) return;
  throw invalidFields({
    'recipient.phone': [
      problem('phone_of_other_country', `must be a number of the operator's country, ${country}`, {
        country: String(country),
      }),
    ],
  });
}

function readMoney({ amount, currency }: PayoutInput): Money {
  const read = moneyFromMajor(amount, asCurrency(currency));
  if (!('money' in read)) throw new Error('the amount was checked before');
  return read.money;
}

function makeRow(
  input: PayoutInput,
  made: Pick<Payout, 'merchant_id' | 'mode' | 'id' | 'connector' | 'account_id' | 'created_at'> & Money,
): ReturnType<typeof pendingPayout> {
  const phone = parsePhone(input.recipient.phone);
  if (!phone) throw new Error('the phone was checked before');
  return pendingPayout({
    ...made,
    operator: input.operator,
    recipient_phone: phone.e164,
    recipient_first_name: input.recipient.first_name ?? null,
    recipient_last_name: input.recipient.last_name ?? null,
    description: input.description ?? null,
  });
}

/** Makes the row of a payout that has only been requested. */
export function pendingPayout(
  asked: Pick<
    Payout,
    | 'merchant_id'
    | 'mode'
    | 'id'
    | 'currency'
    | 'amount_minor'
    | 'operator'
    | 'connector'
    | 'account_id'
    | 'recipient_phone'
    | 'recipient_first_name'
    | 'recipient_last_name'
    | 'description'
    | 'created_at'
  >,
) {
  return {
    ...asked,
    status: 'pending',
    provider_reference: null,
    failure_reason: null,
    failure_operator_code: null,
    unknown_cause: null,
    mismatch: null,
    inquired_at: null,
    sent_at: null,
    paid_at: null,
  } as const satisfies Omit<Insertable<PayoutTable>, 'reference'>;
}

/**
 * Requires that the merchant's balance covers an amount, and locks it until the transaction ends.
 *
 * @returns the merchant's rule for approval in that currency
 * @throws AppError `insufficient_balance`
 */
export async function requireFunds(
  tx: Connection,
  wanted: Pick<Payout, 'merchant_id' | 'mode' | 'currency' | 'amount_minor'>,
): Promise<ApprovalRule | undefined> {
  const { rule } = await requireBalance(tx, wanted, {
    read: readFunds,
    words: (available) => ({
      amount: `must be at most the available balance of ${available} ${wanted.currency}`,
    }),
  });
  return rule;
}
