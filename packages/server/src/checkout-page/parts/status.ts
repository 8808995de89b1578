import { type Html, html } from '../../http/html.ts';
import type { Notice } from '../texts/keys.ts';
import { type IconName, type Mood, renderBadge } from './icon.ts';

/** Top of a screen with the current state: badge, heading, one sentence. */
export function renderStatus(icon: IconName, mood: Mood, { title, sentence }: Notice): Html {
  return html`${renderBadge(icon, mood)}<h1>${title}</h1><p class="lead">${sentence}</p>`;
}
