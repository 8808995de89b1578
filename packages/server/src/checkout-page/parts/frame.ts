import { createHash } from 'node:crypto';
import { type Html, html } from '../../http/html.ts';
import { formatTime } from '../format.ts';
import type { Page, View } from '../page.ts';
import type { Context, Screen } from '../screen.ts';
import { texts as allTexts } from '../texts/texts.ts';
import { renderIcon } from './icon.ts';

/** The languages side by side, the current one as plain text. */
export function renderLanguages({ page, texts }: Context): Html {
  const names = (['fr', 'en'] as const).map((code) => {
    const short = code.toUpperCase();
    const name = allTexts[code].language_name;
    if (code === page.language) return html`<b>${short}</b>`;
    return html`<a href="${page.links.languages[code]}" hreflang="${code}" lang="${code}" aria-label="${name}">${short}</a>`;
  });
  return html`<nav class="languages" aria-label="${texts.other_languages}">${names}</nav>`;
}

/**
 * The landmark with the view. `data-state` is the kind of view, `data-version` changes with anything in it, so the
 * script knows when to swap; the other `data-` attributes tell it what to do meanwhile.
 */
export function renderMain(page: Page, screen: Screen): Html {
  const version = createHash('sha256').update(String(screen.body)).digest('base64url').slice(0, 8);
  return html`<main class="${screen.is_form ? 'form' : 'status'}" tabindex="-1" data-state="${page.view.kind}" data-version="${version}" data-self="${page.links.self}"${
    screen.poll_ms !== undefined && html` data-poll="${screen.poll_ms}"`
  }${screen.go_to !== undefined && html` data-go="${screen.go_to}"`}>${screen.body}</main>`;
}

/** Trust and time limit, and the live region in which the script announces a change of state. */
export function renderFooter({ page, texts }: Context): Html {
  const { expires_at, view, language } = page;
  const expiry =
    isActive(view) &&
    html` · ${texts.expires_at} <time datetime="${expires_at.toISOString()}">${formatTime(expires_at, language)}</time>`;
  return html`<footer>${renderIcon('lock')}<span>${texts.secure_payment}${expiry}</span></footer>
<p class="hidden" role="status"></p>`;
}

/** The customer can still pay, so the time limit matters. */
function isActive(view: View): boolean {
  switch (view.kind) {
    case 'choose':
    case 'confirm':
    case 'otp':
    case 'waiting':
    case 'redirect':
      return true;
    case 'failed':
      return view.can_retry;
    default:
      return false;
  }
}
