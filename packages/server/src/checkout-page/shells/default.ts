import { html } from '../../http/html.ts';
import { renderDue } from '../parts/amount.ts';
import { renderFooter, renderLanguages } from '../parts/frame.ts';
import type { Shell } from './shell.ts';

/** Balanced for phone and desktop: one column, on a desktop a card on the wash. */
export const defaultShell: Shell = {
  arrange: (main, context) => {
    const { page } = context;
    return html`<div class="card"><header>
<div class="top"><p class="shop">${page.shop_name}</p>${renderLanguages(context)}</div>
${page.description !== null && html`<p class="what">${page.description}</p>`}
${renderDue(page)}
</header>
${main}
${renderFooter(context)}</div>`;
  },
  css: `
.card{max-width:34rem;margin:0 auto;padding:8px 20px 24px}
header{padding-bottom:16px;border-bottom:1px solid var(--line)}
main{padding-top:20px}
@media(min-width:600px){
body{background:var(--wash)}
.card{width:440px;margin:40px auto;padding:16px 32px 24px;background:var(--paper);border:1px solid var(--line);border-radius:16px}
}`,
};
