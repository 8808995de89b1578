import { type Html, html } from '../../http/html.ts';
import type { Context } from '../screen.ts';

/** Renders the only primary button of a screen, inside a form. */
export function renderSubmit(label: string): Html {
  return html`<div class="action"><button class="button">${label}</button></div>`;
}

/** Renders the only primary button of a screen, as a link. */
export function renderLink(href: string, label: string): Html {
  return html`<div class="action"><a class="button" href="${href}">${label}</a></div>`;
}

/** Renders the link back to the merchant; empty if the merchant provided no URL. */
export function renderBack(context: Context, href: string | null): Html {
  return html`${href !== null && renderLink(href, context.texts.return_to(context.page.shop_name))}`;
}

/** Renders the form that cancels the payment and returns to the merchant. */
export function renderCancel({ page, texts }: Context): Html {
  return html`<form class="quiet" method="post" action="${page.links.cancel}"><button class="link">${texts.cancel_and_return(page.shop_name)}</button></form>`;
}

/** A number to dial, as a link that dials it. Phones keep `*` and `#` only when `#` is encoded (RFC 3966). */
export function renderDial(dial: string): Html {
  return html`<a class="dial" dir="ltr" href="tel:${encodeURIComponent(dial)}">${dial}</a>`;
}
