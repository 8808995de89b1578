import { createHash } from 'node:crypto';
import { asCurrency } from '@guichet/kernel/currencies';
import { type Money, majorNumber, majorText } from '@guichet/kernel/money';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import type { VisitorActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { referenceOf } from '../reference.ts';
import type { CheckoutOrder, InsertCheckout } from '../session/insert-in-groups.ts';
import { makeCheckoutRow } from '../session/make-row.ts';
import { type AmountProblem, choiceOf, readAmount } from './amount.ts';
import { type AnswerProblem, readAnswers } from './answers.ts';
import { linkUrl } from './present.ts';
import type { PaymentLink } from './queries.ts';
import { type LinkRefusal, refusalOf } from './refusal.ts';
import { findOpened } from './visit.ts';

/** The form of a link's page, as submitted. */
export interface LinkForm {
  /** The code in the link's address, as typed. */
  readonly code: string;
  /** The chosen amount as typed; for a fixed amount, the one that was shown, as a decimal. */
  readonly amount: string;
  /** The answers, in the order of the fields. */
  readonly answers: readonly (string | undefined)[];
  /** Random text of this copy of the page: the same form submitted twice opens one session. */
  readonly form: string;
}

/** The result of opening a link: expected, each of them. */
export type Opening =
  | { readonly kind: 'opened'; readonly token: string }
  | { readonly kind: 'refused'; readonly reason: LinkRefusal }
  /** The merchant has changed the price since the page was shown. */
  | { readonly kind: 'price_changed' }
  | {
      readonly kind: 'incorrect';
      readonly amount: AmountProblem | null;
      readonly answers: ReadonlyMap<number, AnswerProblem>;
    };

type Ctx = Pick<Context, 'db' | 'clock' | 'tokens' | 'public_url'>;

/**
 * Makes the verb that opens a payment link: creates a payment with its checkout session.
 *
 * @param insert inserts a checkout; several calls may share a transaction
 * @throws AppError `forbidden`, `payment_link_not_found`, `recovering`, from the returned function
 */
export function makeOpenLink(
  ctx: Ctx,
  insert: InsertCheckout,
): (actor: VisitorActor, form: LinkForm) => Promise<Opening> {
  return async (actor, form) => {
    requireScope(actor, 'links:use');
    const { link, used } = await findOpened(ctx.db, form.code);
    const reason = refusalOf(link, used, ctx.clock.now());
    if (reason !== null) return { kind: 'refused', reason };
    const choice = choiceOf(link, used);
    if (choice.kind === 'fixed' && form.amount !== majorText(choice.amount)) return { kind: 'price_changed' };
    const read = choice.kind === 'fixed' ? { money: choice.amount } : readAmount(form.amount, choice);
    const { country } = await requireMerchant(ctx, link.merchant_id);
    const { answers, problems } = readAnswers(link.fields, form.answers, country);
    const amount = 'problem' in read ? read.problem : null;
    if ('problem' in read || problems.size > 0) return { kind: 'incorrect', amount, answers: problems };
    const row = makeRow(ctx, link, { form: form.form, money: read.money, answers });
    const { value } = await insert({
      row,
      present: () => ({ session_token: ctx.tokens.tokenOf(row.token) }),
    });
    return { kind: 'opened', token: (value as { readonly session_token: string }).session_token };
  };
}

function makeRow(
  ctx: Ctx,
  link: PaymentLink,
  {
    form,
    money,
    answers,
  }: { readonly form: string; readonly money: Money; readonly answers: Record<string, string> },
): CheckoutOrder['row'] {
  const metadata = { ...link.metadata, ...answers };
  // What was changed before submitting again is another request, with its own session.
  const request_hash = createHash('sha256')
    .update(JSON.stringify([link.id, form, String(money.amount_minor), answers]))
    .digest();
  const once = { key: `link:${request_hash.toString('base64url')}`, request_hash };
  const row = makeCheckoutRow(ctx, link, once, {
    amount: majorNumber(money),
    currency: asCurrency(link.currency),
    description: link.title,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(link.template !== null && { template: link.template }),
    customer: { phone: link.customer_phone ?? undefined, email: link.customer_email ?? undefined },
    return_url: link.return_url ?? '',
    cancel_url: linkUrl(ctx, link.code),
    payment_link_id: link.id,
  });
  return { ...row, return_url: link.return_url ?? `${ctx.public_url}/r/${referenceOf(row.payment_id)}` };
}
