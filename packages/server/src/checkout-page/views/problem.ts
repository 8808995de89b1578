import { html } from '../../http/html.ts';
import { renderBack, renderLink } from '../parts/actions.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** Any other problem, in the given words. Reloading the page is always an option. */
export function renderProblem(view: ViewOf<'problem'>, context: Context): Screen {
  const { page, texts } = context;
  const onward =
    view.back_href === null ? renderLink(page.links.self, texts.reload) : renderBack(context, view.back_href);
  return { heading: view.title, body: html`${renderStatus('attention', 'calm', view)}${onward}` };
}
