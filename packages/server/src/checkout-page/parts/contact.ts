import { type Html, html } from '../../http/html.ts';
import { formatDateTime, formatPhone } from '../format.ts';
import type { Context } from '../screen.ts';

/**
 * Links for writing to the merchant about this payment, with amount, reference and time already filled in; empty if
 * the merchant has given no contact.
 */
export function renderContact({ page, texts, money }: Context): Html {
  const { phone, whatsapp, email, hours } = page.contact;
  if (phone === null && whatsapp === null && email === null) return html``;
  const { reference, shop_name } = page;
  const message = texts.help_message({
    amount: money(page.amount),
    reference,
    when: formatDateTime(page.now, page.language),
  });
  const links = [
    whatsapp !== null &&
      html`<a href="https://wa.me/${whatsapp.slice(1)}?text=${encodeURIComponent(message)}">WhatsApp</a>`,
    email !== null &&
      html`<a href="mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(reference)}&body=${encodeURIComponent(message)}">${email}</a>`,
    phone !== null && html`<a href="tel:${phone}" dir="ltr">${formatPhone(phone)}</a>`,
  ].filter((link) => link !== false);
  const joined = links.map((link, index) => html`${index > 0 && ' · '}${link}`);
  return html`<p class="hint">${texts.help(shop_name)}<br>${joined}${hours !== null && html`<br>${hours}`}</p>`;
}
