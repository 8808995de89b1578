import { formatTime } from '../checkout-page/format.ts';
import type { Language } from '../checkout-page/page.ts';
import { type Html, html } from '../http/html.ts';

/** A time of day, with its zone; the script replaces it with the phone's local time. */
export function renderTime(at: Date, language: Language): Html {
  return html`<time datetime="${at.toISOString()}">${formatTime(at, language)}</time>`;
}
