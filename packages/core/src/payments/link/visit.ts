import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import type { Money } from '@guichet/kernel/money';
import { type ContactObject, contactOf } from '../../accounts/merchants/contact.ts';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import type { Logo } from '../../accounts/merchants/logo/picture.ts';
import { findLogo } from '../../accounts/merchants/logo/queries.ts';
import type { VisitorActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { BrandTemplate } from '../../platform/database/tables/merchants.ts';
import type { LinkField } from '../../platform/database/tables/payment-links.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { readShortCode } from '../../platform/secrets/short-codes.ts';
import { type AmountChoice, choiceOf } from './amount.ts';
import { linkUrl } from './present.ts';
import { findLinkByCode, type LinkUse, type PaymentLink, readUse } from './queries.ts';
import { isLimited, type LinkRefusal, refusalOf } from './refusal.ts';

/** A payment link as everyone with its address sees it. */
export interface LinkView {
  readonly code: string;
  readonly url: string;
  readonly mode: Mode;
  readonly title: string;
  readonly description: string | null;
  readonly donation: boolean;
  readonly choice: AmountChoice;
  readonly fields: readonly LinkField[];
  readonly expires_at: Date | null;
  /** Why it cannot be paid now; null if it can. */
  readonly refusal: LinkRefusal | null;
  readonly updated_at: Date;
  readonly merchant: {
    readonly name: string;
    readonly logo: Logo | null;
    readonly country: string;
    readonly primary_color: string | null;
    readonly template: BrandTemplate;
    readonly contact: ContactObject;
    /** The alias at PI-SPI; null without one. */
    readonly pi_spi_alias: string | null;
  };
  /** The part of a bill that is paid; null for other links, and while nothing is paid. */
  readonly paid: Money | null;
}

const nothing: LinkUse = { taken: 0, promised_minor: 0n, paid: 0, paid_minor: 0n };

/**
 * Gets a payment link by the code in its address.
 *
 * @param text the code as typed: in upper or lower case, O for 0, I or L for 1
 * @throws AppError `forbidden`, `payment_link_not_found`, `recovering`
 */
export async function visitPaymentLink(
  ctx: Pick<Context, 'db' | 'clock' | 'public_url'>,
  actor: VisitorActor,
  text: string,
): Promise<LinkView> {
  requireScope(actor, 'links:use');
  const { link, used } = await findOpened(ctx.db, text);
  const merchant = await requireMerchant(ctx, link.merchant_id);
  const currency = asCurrency(link.currency);
  const isBegun = link.in_parts && used.paid_minor > 0n;
  return {
    code: link.code,
    url: linkUrl(ctx, link.code),
    mode: link.mode,
    title: link.title,
    description: textOrNull(link.description),
    donation: link.donation,
    choice: choiceOf(link, used),
    fields: link.fields,
    expires_at: link.expires_at,
    refusal: refusalOf(link, used, ctx.clock.now()),
    updated_at: link.updated_at,
    merchant: {
      name: merchant.name,
      logo: (await findLogo(ctx.db, link.merchant_id)) ?? null,
      country: merchant.country,
      primary_color: merchant.primary_color,
      template: link.template ?? merchant.template,
      contact: contactOf(merchant),
      pi_spi_alias: merchant.pi_spi_alias,
    },
    paid: isBegun ? { amount_minor: used.paid_minor, currency } : null,
  };
}

/**
 * Finds the link of a code, with its use if that matters.
 *
 * @throws AppError `payment_link_not_found`, `recovering`
 */
export async function findOpened(
  db: Connection,
  text: string,
): Promise<{ readonly link: PaymentLink; readonly used: LinkUse }> {
  const code = readShortCode(text);
  const link = code === undefined ? undefined : await findLinkByCode(db, code);
  if (!link) {
    // A restored database may lack the link: only once the service is open, its absence means something.
    await requireOpen(db);
    throw new AppError('payment_link_not_found', { message: 'No payment link has this address.' });
  }
  return { link, used: isLimited(link) ? await readUse(db, link) : nothing };
}

/** Returns a text that shows something; null for one of blanks. */
export function textOrNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}
