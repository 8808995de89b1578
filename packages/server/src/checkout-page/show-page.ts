import type { CheckoutSnapshot } from '@guichet/core/payments';
import type { Context } from '@guichet/core/platform';
import type { RankOffers } from '@guichet/core/routing';
import {
  checkoutUrl,
  contactOf,
  customerWith,
  getCheckoutSnapshot,
  giveShortCode,
  hasExpired,
  referenceOf,
  requireOpen,
  returnsToReceipt,
} from '@guichet/core/serving';
import { parsePhone } from '@guichet/kernel/phone';
import type { FastifyReply } from 'fastify';
import { makeNonce, sendPage } from './answer.ts';
import { acceptedLanguage, pickedLanguage } from './language.ts';
import { address, linksOf, type PickedLanguage } from './links.ts';
import type { View } from './page.ts';
import { renderPage } from './render.ts';
import type { ViewOf } from './screen.ts';
import { staysHere } from './stay-here.ts';
import type { TokenRequest } from './token-request.ts';
import { isPayable, type OtpNote, type Step, viewOf } from './view-of.ts';

/** The context of the page: the context of every verb, and the ranking of offers that the process shares. */
export interface PageContext extends Context {
  readonly rankOffers: RankOffers;
}

/**
 * Shows a session's page.
 *
 * @param corrected the view to show after an invalid form, and its HTTP status
 * @throws AppError `session_not_found`, `recovering`
 */
export async function showPage(
  ctx: PageContext,
  request: TokenRequest,
  reply: FastifyReply,
  corrected?: { readonly view: View; readonly status: number },
): Promise<FastifyReply> {
  const { token } = request.params;
  const snapshot = await getCheckoutSnapshot(ctx, customerWith(token));
  const { session, payment, merchant, logo } = snapshot;
  const picked = pickedLanguage(request.query.lang);
  const language = picked ?? acceptedLanguage(request.headers['accept-language']);
  const step = readStep(request.query.step);
  const has_come_back = request.query.returned !== undefined;
  const now = ctx.clock.now();
  const links = linksOf(token, picked, {
    step: corrected ? stepOf(corrected.view) : step,
    has_come_back,
    is_test: session.mode === 'test',
  });
  const view =
    corrected?.view ??
    viewOf(snapshot, {
      step,
      otp: readOtpNote(request.query.otp),
      is_still_open: request.query.again === 'still_open',
      has_come_back,
      is_leaving: request.query.cancelled !== undefined,
      now,
      return_href: links.leave,
      to_receipt: returnsToReceipt(ctx, payment),
      has_left: staysHere(request, reply, ctx.public_url),
      hand_over: step === 'phone' && isPayable(snapshot, now) ? await handOver(ctx, snapshot, picked) : null,
    });
  // The restored database may have lost an attempt that was paid, so the page must not say that nothing was taken.
  if (view.kind === 'cancelled' || view.kind === 'expired') await requireOpen(ctx.db);
  const nonce = makeNonce();
  const parts = renderPage({
    language,
    template: session.template ?? merchant.template,
    mode: session.mode,
    nonce,
    shop_name: merchant.name,
    logo,
    contact: contactOf(merchant),
    reference: referenceOf(payment.id),
    primary_color: merchant.primary_color,
    description: payment.description,
    amount: snapshot.amount,
    expires_at: session.expires_at,
    now,
    links,
    view: view.kind === 'choose' ? await arrange(ctx, snapshot, view) : view,
  });
  const status = corrected?.status ?? statusOf(snapshot, now);
  return sendPage(reply, { status, parts, nonce, is_play: session.mode === 'test' });
}

/** Sorts the best offers first, and picks the customer's probable operator if none was chosen yet. */
async function arrange(
  { rankOffers }: PageContext,
  { session }: CheckoutSnapshot,
  view: ViewOf<'choose'>,
): Promise<View> {
  const { merchant_id, mode } = session;
  const phone = parsePhone(view.phone, view.country ?? undefined)?.e164 ?? '';
  const { offers, suggested } = await rankOffers({ merchant_id, mode, phone }, view.offers);
  // Nothing is guessed if the chosen operator turned out to be unavailable: the customer should pick another one
  // deliberately.
  const guess = view.operator === null && !view.problems.operator ? suggested : null;
  return {
    ...view,
    offers,
    operator: view.operator ?? guess,
    is_guess: view.is_guess === true || guess !== null,
  };
}

async function handOver(
  ctx: Context,
  { session }: CheckoutSnapshot,
  lang: PickedLanguage,
): Promise<ViewOf<'hand_over'>> {
  return {
    kind: 'hand_over',
    page_url: address(checkoutUrl(ctx, ctx.tokens.tokenOf(session.token)), { lang }),
    entry_url: `${ctx.public_url}/pay`,
    short_code: await giveShortCode(ctx, customerWith(ctx.tokens.tokenOf(session.token)), session),
  };
}

/** Interface section "Checkout session": 410 once the 30 minutes have passed. A paid session stays at 200. */
function statusOf({ session, payment }: CheckoutSnapshot, now: Date): number {
  const isOver = session.status === 'expired' || hasExpired(session, now);
  const wasPaid = payment.status === 'success' || payment.status === 'reversed';
  return isOver && !wasPaid ? 410 : 200;
}

function readOtpNote(text: unknown): OtpNote | null {
  return text === 'refused' || text === 'sent' || text === 'too_soon' || text === 'not_sent' ? text : null;
}

/**
 * Returns the step in the URL of a view, which the links to other languages keep; null for a view without a URL of
 * its own.
 */
function stepOf({ kind }: View): Step | null {
  return kind === 'choose' || kind === 'confirm' ? kind : null;
}

function readStep(text: unknown): Step | null {
  return text === 'choose' || text === 'confirm' || text === 'phone' ? text : null;
}
