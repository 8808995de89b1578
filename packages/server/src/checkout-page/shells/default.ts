import { html } from '../../http/html.ts';
import { renderDue } from '../parts/amount.ts';
import { renderFooter } from '../parts/frame.ts';
import { renderLanguages } from '../parts/languages.ts';
import { renderShop } from '../parts/logo.ts';
import type { Shell } from './shell.ts';

/** Balanced for phone and desktop: one column, which on a desktop is a card on a tinted background. */
export const defaultShell: Shell = {
  arrange: (main, context) => {
    const { page } = context;
    return html`<div class="card"><header>
<div class="top">${renderShop(page.shop_name, page.logo)}${renderLanguages(context)}</div>
${page.description !== null && html`<p class="what"><bdi>${page.description}</bdi></p>`}
${renderDue(page)}
</header>
${main}
${renderFooter(context)}</div>`;
  },
  css: `
.card{max-width:34rem;margin:0 auto;padding:8px 20px 24px}
header{margin:0 -20px;padding:0 20px 16px;border-bottom:1px dashed var(--edge)}
main{padding-top:20px}
@media(min-width:600px){
body{background:var(--wash)}
.card{width:440px;margin:clamp(16px,4vh,40px) auto;padding:16px 32px 24px;background:var(--paper);border:1px solid var(--line);border-radius:16px}
header{position:relative;margin-inline:-32px;padding-inline:32px}
header:before,header:after{content:"";position:absolute;bottom:-9px;left:-9px;width:18px;height:18px;border:1px solid var(--line);border-radius:50%;background:var(--wash);clip-path:inset(0 0 0 8px)}
header:after{left:auto;right:-9px;clip-path:inset(0 8px 0 0)}
}`,
};
