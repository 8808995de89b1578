import { hash } from 'node:crypto';
import { type Html, html } from '../../http/html.ts';
import { formatTime } from '../format.ts';
import type { Page, View } from '../page.ts';
import type { Context, Screen } from '../screen.ts';
import { renderIcon } from './icon.ts';

/**
 * The main landmark, with the view. `data-state` is the kind of view, and `data-version` changes with its content,
 * so that the script can detect when to swap it; the other `data-` attributes control the script until then.
 */
export function renderMain(page: Page, screen: Screen): Html {
  const version = hash('sha256', String(screen.body), 'base64url').slice(0, 8);
  return html`<main class="${screen.is_form ? 'form' : 'status'}" tabindex="-1" data-state="${page.view.kind}" data-version="${version}" data-now="${page.now.toISOString()}"${
    canChange(page.view) && html` data-events="${page.links.events}"`
  }${
    screen.poll_ms !== undefined && html` data-poll="${screen.poll_ms}"`
  }${screen.go_to !== undefined && html` data-go="${screen.go_to}"`}>${screen.body}</main>`;
}

/** The security note and the time limit, and the live region in which the script announces a change of state. */
export function renderFooter({ page, texts }: Context): Html {
  const { expires_at, now, view, language } = page;
  const expiry =
    isActive(view) &&
    expires_at > now &&
    html` · ${texts.expires_at} <time datetime="${expires_at.toISOString()}" data-soon="${texts.expires_soon}">${formatTime(expires_at, language)}</time>`;
  return html`<footer>${renderIcon('lock')}<span>${texts.secure_payment}${expiry}</span></footer>
<p class="hidden" role="status" data-offline="${texts.offline}" data-lost="${texts.lost}"></p>`;
}

/** True if the state may change on its own: on the phone, in another tab, or as time passes. */
function canChange(view: View): boolean {
  return isActive(view) || view.kind === 'unknown' || view.kind === 'held';
}

/** True if the customer can still pay, so that the time limit matters. */
function isActive(view: View): boolean {
  switch (view.kind) {
    case 'choose':
    case 'hand_over':
    case 'confirm':
    case 'otp':
    case 'waiting':
    case 'redirect':
      return true;
    case 'failed':
    case 'returned':
      return view.can_retry;
    default:
      return false;
  }
}
