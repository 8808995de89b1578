import { type Html, html } from '../../http/html.ts';
import type { Context } from '../screen.ts';

/** The one accented button of a screen, inside a form. */
export function renderSubmit(label: string): Html {
  return html`<div class="action"><button class="button">${label}</button></div>`;
}

/** The one accented button of a screen, as a link. */
export function renderLink(href: string, label: string): Html {
  return html`<div class="action"><a class="button" href="${href}">${label}</a></div>`;
}

/** The link back to the shop; empty if the merchant gave no URL. */
export function renderBack(context: Context, href: string | null): Html {
  return html`${href !== null && renderLink(href, context.texts.return_to(context.page.shop_name))}`;
}

/** Cancels the payment and returns to the shop; a form, because it changes something. */
export function renderCancel({ page, texts }: Context): Html {
  return html`<form class="quiet" method="post" action="${page.links.cancel}"><button class="link">${texts.cancel_and_return(page.shop_name)}</button></form>`;
}

/** A number to dial, as a link that dials it. Phones keep `*` and `#` only when `#` is encoded (RFC 3966). */
export function renderDial(dial: string): Html {
  return html`<a class="dial" dir="ltr" href="tel:${encodeURIComponent(dial)}">${dial}</a>`;
}
