import { type Html, html } from '../../http/html.ts';
import { formatDateTime, formatPhone } from '../format.ts';
import type { Context } from '../screen.ts';

/**
 * Links for writing to the merchant about this payment, with amount, reference and time already filled in; empty if
 * the merchant has given no contact.
 */
export function renderContact(context: Context): Html {
  const links = linksOf(context);
  if (links.length === 0) return html``;
  const joined = links.map((link, index) => html`${index > 0 && ' · '}${link}`);
  return html`<p class="hint help">${titleOf(context)}<br>${joined}${renderHours(context)}</p>`;
}

/** The same links, one a line, beside the view: a wide page has room for them in every state. */
export function renderAid(context: Context): Html {
  const links = linksOf(context);
  if (links.length === 0) return html``;
  return html`<p class="aid hint"><b>${titleOf(context)}</b>${links.map((link) => html`<br>${link}`)}${renderHours(context)}</p>`;
}

function titleOf({ page, texts }: Context): string {
  return texts.help(page.shop_name);
}

function renderHours({ page: { contact } }: Context): Html {
  return html`${contact.hours !== null && html`<br>${contact.hours}`}`;
}

function linksOf({ page, texts, money }: Context): readonly Html[] {
  const { phone, whatsapp, email } = page.contact;
  const { reference } = page;
  const message = texts.help_message({
    amount: money(page.amount),
    reference,
    when: formatDateTime(page.now, page.language),
  });
  return [
    whatsapp !== null &&
      html`<a href="https://wa.me/${whatsapp.slice(1)}?text=${encodeURIComponent(message)}">WhatsApp</a>`,
    email !== null &&
      html`<a href="mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(reference)}&body=${encodeURIComponent(message)}">${email}</a>`,
    phone !== null && html`<a href="tel:${phone}" dir="ltr">${formatPhone(phone)}</a>`,
  ].filter((link) => link !== false);
}
